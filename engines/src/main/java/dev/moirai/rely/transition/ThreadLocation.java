package dev.moirai.rely.transition;

/** A {@link Location} of a thread, both by their numbers. */
public record ThreadLocation(int thread, int location) {}
