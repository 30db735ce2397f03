/**
 * From the intermediate representation to guarded linear transition systems, thread by thread: what termination proofs
 * are about. Knows {@code analysis}, {@code ir} and {@code source}, and no solver.
 */
@NullMarked
package dev.moirai.rely.transition;

import org.jspecify.annotations.NullMarked;
