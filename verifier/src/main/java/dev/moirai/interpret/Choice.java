package dev.moirai.interpret;

import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;

/** A question the program leaves open. The answer to it is a {@code long}, and goes into the schedule. */
public sealed interface Choice {
    /** The subject of the choice how a timed wait comes back that nobody has ended. */
    String TIMEOUT_OR_SPURIOUS = "time-out (0) or spurious wake-up (1)";

    /** What is asked for, in words: "input of __VERIFIER_nondet_int", "uninitialised x", "who is woken". */
    String subject();

    SourceSpan span();

    /** Any value of a scalar type, in canonical form ({@link dev.moirai.ir.Arithmetic#normalize}). */
    record AnyValue(Type type, String subject, SourceSpan span) implements Choice {}

    /** One of the numbers 0 to {@code count - 1}; {@code count} is at least 2. */
    record OneOf(int count, String subject, SourceSpan span) implements Choice {}
}
