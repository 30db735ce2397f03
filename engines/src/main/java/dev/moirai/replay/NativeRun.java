package dev.moirai.replay;

/** The outcome of a native run, and its steps if they were logged. */
public record NativeRun(NativeOutcome outcome, NativeLog log) {}
