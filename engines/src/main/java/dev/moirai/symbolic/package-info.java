/**
 * Symbolic execution of an acyclic, call-free program into terms. Knows {@code logic}, {@code ir} and what lies below
 * them; knows no solver.
 */
@NullMarked
package dev.moirai.symbolic;

import org.jspecify.annotations.NullMarked;
