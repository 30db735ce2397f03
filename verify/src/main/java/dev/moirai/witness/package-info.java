/**
 * Answers, ready to be shown: an {@link dev.moirai.witness.Answer} is a question with its verdict, what there is to show for
 * it, and what it cost; the subpackages render it, one a form. Knows {@code property}, {@code schedule} and {@code source},
 * and no engine.
 */
@NullMarked
package dev.moirai.witness;

import org.jspecify.annotations.NullMarked;
