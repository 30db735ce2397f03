/**
 * Thread-modular abstract interpretation: the recursive clauses of a proof rule solved with zones, split by the values
 * of flags. Knows {@code rely.rule} and what that knows.
 */
@NullMarked
package dev.moirai.rely.zone;

import org.jspecify.annotations.NullMarked;
