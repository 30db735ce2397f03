package dev.moirai.interpret;

import dev.moirai.property.Violation;

/** What a step led to. */
public sealed interface Outcome {
    Continued CONTINUED = new Continued();

    /** The process lives on. */
    record Continued() implements Outcome {}

    /** The process has ended. */
    record Ended(long exitCode) implements Outcome {}

    /** This execution is not to be looked at further: an assumption fails, or it did what has no meaning and nobody watches. */
    record Pruned(String note) implements Outcome {}

    record Violated(Violation violation) implements Outcome {}

    /** The machine goes no further, though the program might. */
    record LimitReached(String reason) implements Outcome {}
}
