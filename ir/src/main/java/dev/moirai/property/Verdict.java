package dev.moirai.property;

import dev.moirai.schedule.Schedule;
import dev.moirai.source.SourceSpan;
import java.util.List;

/** The answer to a question about a program. */
public sealed interface Verdict {
    /** Proved: nothing was cut off. */
    record Holds() implements Verdict {}

    /** No violation as far as was looked. */
    record HoldsWithin(Within within) implements Verdict {
        /** Kept to one limit, and all of that was looked at. */
        public HoldsWithin(String limit) {
            this(new Within(List.of(limit)));
        }
    }

    /** Only ever built from an execution the interpreter has run. */
    record Violated(Violation violation, Schedule schedule) implements Verdict {}

    record Unsupported(String construct, SourceSpan span) implements Verdict {}

    record Unknown(String reason) implements Verdict {}
}
