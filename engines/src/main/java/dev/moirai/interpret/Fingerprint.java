package dev.moirai.interpret;

/** 128 bits over everything in a state that can matter later. */
public record Fingerprint(long high, long low) {}
