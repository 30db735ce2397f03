package dev.moirai.verify.bounded;

import dev.moirai.property.CutReason;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.witness.Attempt;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The question whether a program fails within some bounds, put to a solver. It is built once and can be asked
 * repeatedly until the solver knows.
 */
public interface BoundedQuery extends AutoCloseable {
    sealed interface Result {
        /** @param choices how the sequentialized program reaches the violation, if the program was sequentialized */
        record Violated(Verdict.Violated verdict, Optional<Choices> choices) implements Result {
            public Violated(Verdict.Violated verdict) {
                this(verdict, Optional.empty());
            }
        }

        /** No violation; {@code beyond} says what the query left out. */
        record Clean(Set<CutReason> beyond) implements Result {}

        /**
         * A run that the interpreter does not confirm. As there may be others, this does not show that there is no
         * violation.
         */
        record Unconfirmed(String why) implements Result {}

        /** The solver does not know yet. */
        record Unknown(String reason) implements Result {}
    }

    /** The size of the query, in words. */
    String size();

    /** An answer, or {@link Result.Unknown} when the limit is reached; then the query can be asked again. */
    Result ask(Limit limit);

    /** After a clean answer: what no run within the bounds reaches. */
    default Unreached unreached(Visits visits, Limit limit) {
        return Unreached.NOTHING;
    }

    /** The same question cut into at most so many parts that together are the whole; none if it cannot be cut. */
    default List<BoundedPart> parts(int atMost) {
        return List.of();
    }

    /** Whether some loop could iterate more often than the bounds allow. */
    default boolean needsMoreUnwinding() {
        return true;
    }

    /** The cost of the query so far. */
    Attempt attempt(Result result);

    /** The result in a few words, for the table of attempts. */
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
