package dev.moirai.verify.bounded;

import dev.moirai.property.CutReason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.solve.Limit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How an engine decides a program within bounds, and how its bounds grow: everything in which the engines that use
 * {@link ClimbingSearch} differ.
 *
 * @param <B> the bounds
 */
public interface BoundedMethod<B> {
    /**
     * Builds the query. Throws {@link dev.moirai.bound.TooLargeException}, {@link dev.moirai.logic.OutOfTime}, and {@link
     * dev.moirai.bound.Unencodable} for what has no encoding.
     */
    BoundedQuery open(B bounds, Limit limit);

    /** The ladders along which bounds grow if the user gives none. */
    List<Ladder<B>> ladders(Limit limit);

    /** The bounds in words for progress: {@code unwind 2, rounds 3}. */
    String words(B bounds);

    /** The bounds in words for a verdict that says they were not finished. */
    String unfinished(B bounds);

    /** Whether larger bounds would leave out no less than these reasons say. */
    boolean isComplete(Set<CutReason> beyond);

    /** Whether a clean answer within these bounds says as much as one within others. */
    boolean saysAsMuch(B bounds, B others);

    /**
     * The verdict if nothing was found.
     *
     * @param stopped why larger bounds were not tried; empty if none were asked for
     */
    Verdict clean(B bounds, Coverage coverage, Optional<Within.Stopped> stopped);

    /** How often these bounds unwind loops. */
    int unwind(B bounds);

    /** From now on, queries unwind also what main does before its first thread ({@link dev.moirai.bound.Prelude}). */
    default void forgetPrelude() {}

    /** Looks for a further answer when nothing was found within these bounds. */
    default Optional<Verdict> besides(B bounds, ClimbingSearch<B> search) {
        return Optional.empty();
    }
}
