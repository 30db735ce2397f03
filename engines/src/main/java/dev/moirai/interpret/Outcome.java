package dev.moirai.interpret;

import dev.moirai.property.CutReason;
import dev.moirai.property.Violation;
import java.util.Optional;

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

    /** The machine goes no further, though the program might; {@code bound} if that was asked for. */
    record LimitReached(String reason, Optional<CutReason.Bound> bound) implements Outcome {
        public LimitReached(String reason) {
            this(reason, Optional.empty());
        }
    }
}
