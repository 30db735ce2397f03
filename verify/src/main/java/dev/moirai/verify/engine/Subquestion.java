package dev.moirai.verify.engine;

import dev.moirai.solve.Limit;
import java.util.Optional;

/**
 * A part of a question that can be answered without the others, by any machine: plain data, that is a record of records,
 * numbers and texts.
 *
 * @param <R> the answer, plain data too
 */
public interface Subquestion<R> {
    /** The part in a few words, so that it can be told from the others. */
    String name();

    /** Works until it has an answer or the limit is reached; then the answer says so. */
    R answer(Limit limit);

    /** The same by somebody who may have answered other parts: what they left on the desk may help. */
    default R answer(Limit limit, Desk desk) {
        return answer(limit);
    }

    /** Whether more time would not change the answer. */
    boolean isFinal(R answer);

    /**
     * An answer of another machine, as this one sees it: a violation is executed again. Throws an {@link
     * IllegalStateException} if it is not there.
     */
    R confirmed(R answer);

    /**
     * Whether other machines may be asked: they must understand it, and it must run nothing there but our own code. They
     * look for themselves.
     */
    boolean isPortable();

    /** What this part has in common with the others, so that it need not be handed over again with each of them. */
    default Optional<Record> shared() {
        return Optional.empty();
    }
}
