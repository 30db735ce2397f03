/**
 * Hash-consed terms of booleans and bit-vectors (1 to 64 bits), simplified as they are built; their meaning
 * ({@link dev.moirai.logic.Evaluator}) and their SMT-LIB text ({@link dev.moirai.logic.SmtLib}). Knows nothing of
 * programs and nothing of solvers; depends on no other package.
 *
 * <p>A term is an {@code int}, the handle of a node in a {@link dev.moirai.logic.TermPool}; the negation of a boolean term is the
 * negated handle. Against one small object a node this halves both memory (26 bytes a node, hash table included) and
 * building time, see docs/solvers.md. A node's operands have smaller handles than the node, so everything that walks terms
 * goes by ascending or descending handle and no recursion depends on the depth of a formula.
 */
@NullMarked
package dev.moirai.logic;

import org.jspecify.annotations.NullMarked;
