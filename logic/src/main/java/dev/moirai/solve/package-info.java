/**
 * Deciding terms, Horn clauses and SMT-LIB scripts: the contracts ({@link dev.moirai.solve.Solver}, {@link
 * dev.moirai.solve.HornSolver}, {@link dev.moirai.solve.SmtSession}, {@link dev.moirai.solve.ScriptChecker}), limits,
 * answers, and decorators that measure and that check models. {@code solve.registry} alone knows all implementations: our own
 * SAT solver over our own bit-blasting ({@code sat}, {@code blast}), libraries loaded into the process ({@code embedded}),
 * other programs ({@code external}). Knows only {@code logic}.
 */
@NullMarked
package dev.moirai.solve;

import org.jspecify.annotations.NullMarked;
