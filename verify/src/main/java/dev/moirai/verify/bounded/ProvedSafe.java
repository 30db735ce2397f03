package dev.moirai.verify.bounded;

import dev.moirai.witness.Evidence;

/** A proof without bounds, which a second solver has confirmed. */
public record ProvedSafe(Evidence.Safe proof) implements Shown {}
