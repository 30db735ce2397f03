/**
 * The rely-guarantee proof rules for termination as Horn clauses, on a ladder of exposure: how much of the other
 * threads' control and locals a rule sees. Knows {@code rely.transition}, {@code rely.ranking} and {@code solve}.
 */
@NullMarked
package dev.moirai.rely.rule;

import org.jspecify.annotations.NullMarked;
