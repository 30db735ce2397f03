/**
 * Turns programs into guarded linear transition systems, thread by thread. Proofs are about those. Knows
 * {@code analysis}, {@code interpret}, {@code ir} and {@code source}, and no solver.
 */
@NullMarked
package dev.moirai.rely.transition;

import org.jspecify.annotations.NullMarked;
