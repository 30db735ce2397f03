/**
 * Searches within bounds: loops unwound so often, threads resumed in so many rounds. A formula is built for some bounds,
 * a solver decides it, and the bounds grow.
 */
@NullMarked
package dev.moirai.verify.bounded;

import org.jspecify.annotations.NullMarked;
