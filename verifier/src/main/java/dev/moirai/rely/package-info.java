/**
 * Termination proofs: the rely-guarantee rules, the engines that find proofs, certificates of them. Knows {@code ir},
 * {@code analysis}, {@code solve}; its subpackages hold the transition systems the proofs are about, ranking functions,
 * the two engines, and runs without an end that repeat no state.
 */
@NullMarked
package dev.moirai.rely;

import org.jspecify.annotations.NullMarked;
