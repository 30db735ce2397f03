package dev.moirai.interpret;

import dev.moirai.property.CutReason;
import dev.moirai.property.Violation;
import java.util.Optional;

/** The outcome of a step. */
public sealed interface Outcome {
    Continued CONTINUED = new Continued();

    /** The process lives on. */
    record Continued() implements Outcome {}

    /** The process has ended. */
    record Ended(long exitCode) implements Outcome {}

    /** The execution ends silently: an assumption fails, or a violation happened that is not watched. */
    record Pruned(String note) implements Outcome {}

    record Violated(Violation violation) implements Outcome {}

    /**
     * The machine goes no further, though the program would; {@code bound} is present if the user's bound is the
     * reason.
     */
    record LimitReached(String reason, Optional<CutReason.Bound> bound) implements Outcome {
        public LimitReached(String reason) {
            this(reason, Optional.empty());
        }
    }
}
