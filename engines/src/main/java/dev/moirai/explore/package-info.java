/**
 * Explicit-state search: all interleavings and small choices of a program, state by state, with states remembered by
 * fingerprint and a sound partial-order reduction. The oracle of the other engines, and an engine of its own for small
 * programs. Knows {@code interpret}, {@code analysis} and what lies below them.
 */
@NullMarked
package dev.moirai.explore;

import org.jspecify.annotations.NullMarked;
