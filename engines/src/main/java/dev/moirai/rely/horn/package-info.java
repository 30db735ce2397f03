/**
 * The engine that gives the rules' clauses to a Horn solver, finding ranks as needed. Knows {@code rely.proof} and what
 * that knows.
 */
@NullMarked
package dev.moirai.rely.horn;

import org.jspecify.annotations.NullMarked;
