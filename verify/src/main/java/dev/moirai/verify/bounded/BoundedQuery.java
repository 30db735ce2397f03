package dev.moirai.verify.bounded;

import dev.moirai.property.CutReason;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.witness.Attempt;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a program fails within some bounds, as one question to a solver: built once, asked as often as it takes until
 * the solver knows.
 */
public interface BoundedQuery extends AutoCloseable {
    sealed interface Result {
        /** @param choices how the sequentialized program gets there, if it was sequentialized */
        record Violated(Verdict.Violated verdict, Optional<Choices> choices) implements Result {
            public Violated(Verdict.Violated verdict) {
                this(verdict, Optional.empty());
            }
        }

        /** No violation; {@code beyond} is what was left out, if anything was. */
        record Clean(Set<CutReason> beyond) implements Result {}

        /** A run that the interpreter does not confirm. There may still be another one, so this is no absence either. */
        record Unconfirmed(String why) implements Result {}

        /** Not known yet. */
        record Unknown(String reason) implements Result {}
    }

    /** How large the question is, in words. */
    String size();

    /** An answer, or {@link Result.Unknown} when the limit is reached: then it can be asked again. */
    Result ask(Limit limit);

    /** Asked after it was clean: what no run within the bounds comes to. */
    default Unreached unreached(Visits visits, Limit limit) {
        return Unreached.NOTHING;
    }

    /** Whether some loop could turn more often than the bounds let it. */
    default boolean needsMoreUnwinding() {
        return true;
    }

    /** What it cost so far. */
    Attempt attempt(Result result);

    /** For a table of what was tried. */
    static String words(Result result) {
        return switch (result) {
            case Result.Violated _ -> "violated";
            case Result.Unknown(var reason) -> reason;
            case Result.Unconfirmed(var why) -> why;
            case Result.Clean(var beyond) -> Coverage.words(beyond);
        };
    }

    @Override
    void close();
}
