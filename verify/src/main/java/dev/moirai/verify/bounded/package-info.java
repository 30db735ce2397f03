/**
 * Searches within bounds on the iterations of loops and on the rounds in which threads take turns. A formula is built
 * for some bounds, a solver decides it, and the bounds grow.
 */
@NullMarked
package dev.moirai.verify.bounded;

import org.jspecify.annotations.NullMarked;
