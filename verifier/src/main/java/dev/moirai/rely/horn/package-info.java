/**
 * The engine that gives the rules' clauses to a Horn solver, with ranks found by need. Knows {@code rely.proof} and what
 * that knows.
 */
@NullMarked
package dev.moirai.rely.horn;

import org.jspecify.annotations.NullMarked;
