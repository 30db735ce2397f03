/**
 * From terms to clauses: {@link dev.moirai.solve.blast.Blaster} turns bit-vectors into circuits of boolean terms (a second
 * {@link dev.moirai.logic.TermPool}, so circuits are shared and simplified as terms are), {@link dev.moirai.solve.blast.Cnf}
 * turns circuits into clauses. Knows only {@code logic}.
 */
@NullMarked
package dev.moirai.solve.blast;

import org.jspecify.annotations.NullMarked;
