/**
 * Predictive analysis of one recorded run (Wang, Kundu, Limaye, Ganai, Gupta: Symbolic Predictive Analysis for Concurrent
 * Programs): all feasible reorderings of the trace as one formula, asked about candidates that cheap filters have left.
 * May know the trace, terms and solvers; what it predicts is confirmed by running it, by a {@link
 * dev.moirai.predict.Judge}.
 */
@NullMarked
package dev.moirai.predict;

import org.jspecify.annotations.NullMarked;
