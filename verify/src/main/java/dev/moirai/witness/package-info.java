/**
 * Answers, ready to be shown: an {@link dev.moirai.witness.Answer} is a question with its verdict, the evidence and the
 * cost. The subpackages render it, each in one form. Knows {@code property}, {@code schedule} and {@code source}, and
 * no engine.
 */
@NullMarked
package dev.moirai.witness;

import org.jspecify.annotations.NullMarked;
