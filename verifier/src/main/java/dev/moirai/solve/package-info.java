/**
 * Deciding terms. {@link dev.moirai.solve.Solver} is the contract, {@link dev.moirai.solve.Solvers} the one place that knows
 * all implementations and chooses among them: our own SAT solver over our own bit-blasting ({@code sat}, {@code blast}),
 * libraries loaded into the process ({@code embedded}), other programs ({@code external}). Decorators add logging,
 * measuring and the checking of models. Knows only {@code logic}.
 */
@NullMarked
package dev.moirai.solve;

import org.jspecify.annotations.NullMarked;
