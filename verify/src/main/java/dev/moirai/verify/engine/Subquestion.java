package dev.moirai.verify.engine;

import dev.moirai.solve.Limit;

/**
 * A part of a question that can be answered without the others, by any machine: plain data, that is a record of records,
 * numbers and texts.
 *
 * @param <R> the answer, plain data too
 */
public interface Subquestion<R> {
    /** Works until it has an answer or the limit is reached; then the answer says so. */
    R answer(Limit limit);
}
