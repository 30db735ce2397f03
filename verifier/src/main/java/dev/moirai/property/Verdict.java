package dev.moirai.property;

import dev.moirai.schedule.Schedule;
import dev.moirai.source.SourceSpan;

/** The answer to a question about a program. */
public sealed interface Verdict {
    /** Proved: nothing was cut off. */
    record Holds() implements Verdict {}

    /** No violation within a limit, which {@code limit} names as it is printed: {@code unwind=2 rounds=3}. */
    record HoldsWithin(String limit) implements Verdict {}

    /** Only ever built from an execution the interpreter has run. */
    record Violated(Violation violation, Schedule schedule) implements Verdict {}

    record Unsupported(String construct, SourceSpan span) implements Verdict {}

    record Unknown(String reason) implements Verdict {}
}
