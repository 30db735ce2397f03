/** The available solvers, by name: the one place that chooses an implementation of {@code solve}'s contracts. */
@NullMarked
package dev.moirai.solve.registry;

import org.jspecify.annotations.NullMarked;
