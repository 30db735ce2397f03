/**
 * Answers, ready to be shown: a {@link dev.moirai.witness.Report} is a question with its verdict and what it cost; the
 * subpackages render it, one a form. Knows {@code property}, {@code schedule} and {@code source}, and no engine.
 */
@NullMarked
package dev.moirai.witness;

import org.jspecify.annotations.NullMarked;
