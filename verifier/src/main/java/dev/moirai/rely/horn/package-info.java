/**
 * The proof rules as Horn clauses, on a ladder of exposure, and the engine that gives them to Z3 with ranks found by need.
 * Knows {@code rely.transition}, {@code rely.ranking} and {@code solve}.
 */
@NullMarked
package dev.moirai.rely.horn;

import org.jspecify.annotations.NullMarked;
