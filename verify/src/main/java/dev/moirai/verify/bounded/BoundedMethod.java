package dev.moirai.verify.bounded;

import dev.moirai.property.CutReason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.solve.Limit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How an engine decides a program within bounds, and how its bounds grow: all in which the engines differ that {@link
 * ClimbingSearch} searches with.
 *
 * @param <B> the bounds
 */
public interface BoundedMethod<B> {
    /**
     * Builds the query. Throws {@link dev.moirai.bound.TooLargeException}, {@link dev.moirai.logic.OutOfTime}, and {@link
     * dev.moirai.bound.Unencodable} for what has no encoding.
     */
    BoundedQuery open(B bounds, Limit limit);

    /** Along which bounds grow where nobody gives any. */
    List<Ladder<B>> ladders();

    /** The bounds while they are being tried: {@code unwind 2, rounds 3}. */
    String words(B bounds);

    /** The bounds as a verdict names those that were not finished. */
    String unfinished(B bounds);

    /** Whether larger bounds would leave no less out than this. */
    boolean isComplete(Set<CutReason> beyond);

    /** Whether a clean answer within these bounds says as much as one within others. */
    boolean saysAsMuch(B bounds, B others);

    /** What may be said where nothing was found. @param stopped why larger bounds were not tried, unless none were to be */
    Verdict clean(B bounds, Coverage coverage, Optional<Within.Stopped> stopped);

    /** How far loops are unwound. */
    int unwind(B bounds);

    /** An answer to be looked for besides, once nothing was found within these bounds. */
    default Optional<Verdict> besides(B bounds, ClimbingSearch<B> search) {
        return Optional.empty();
    }
}
