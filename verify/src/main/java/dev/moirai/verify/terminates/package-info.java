/**
 * Does every thread finish? Proofs, checked by a second solver, and runs without an end.
 */
@NullMarked
package dev.moirai.verify.terminates;

import org.jspecify.annotations.NullMarked;
