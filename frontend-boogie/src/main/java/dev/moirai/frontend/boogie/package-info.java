/**
 * Boogie with threads to the intermediate representation: text to tokens, tokens to a syntax tree, names and types, and
 * from there to instructions. May know {@code ir} and what lies below it.
 */
@NullMarked
package dev.moirai.frontend.boogie;

import org.jspecify.annotations.NullMarked;
