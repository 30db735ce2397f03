package dev.moirai.verify.bounded;

/** What an engine of {@code check} shows beyond its verdict. */
public sealed interface Shown permits Choices, ProvedSafe {}
