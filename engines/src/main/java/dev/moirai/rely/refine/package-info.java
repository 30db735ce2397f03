/**
 * The paper's own algorithm: transition predicate abstraction, counterexamples as trees of Horn clauses, ranks from
 * their least solution, predicates from an interpolating one. Knows {@code rely.rule}'s clauses, {@code rely.proof},
 * {@code rely.ranking}, {@code rely.transition} and {@code solve}.
 */
@NullMarked
package dev.moirai.rely.refine;

import org.jspecify.annotations.NullMarked;
