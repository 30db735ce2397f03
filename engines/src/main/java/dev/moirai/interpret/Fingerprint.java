package dev.moirai.interpret;

/** A hash of 128 bits over everything in a state that can influence what happens later. */
public record Fingerprint(long high, long low) {}
