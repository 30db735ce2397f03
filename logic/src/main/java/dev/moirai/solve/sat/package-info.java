/**
 * A SAT solver of our own: conflict-driven clause learning on flat arrays, incremental under assumptions. It starts at once
 * and takes clauses without leaving the JVM, which on small formulas matters more than raw speed. {@link
 * dev.moirai.solve.sat.SatSolver} is the interface, which external programs implement too. Knows only {@code solve}'s
 * limits and {@code solve.blast}'s clauses.
 *
 * <p>The main sources: Eén and Sörensson, An extensible SAT-solver (SAT 2003); Audemard and Simon, Predicting learnt clauses
 * quality (IJCAI 2009); Biere and Fröhlich, Evaluating CDCL variable scoring schemes and restart schemes (SAT 2015, POS 2015);
 * Biere, Fazekas, Fleury, Heisinger, CaDiCaL, Kissat at the SAT Competition 2020.
 */
@NullMarked
package dev.moirai.solve.sat;

import org.jspecify.annotations.NullMarked;
