/**
 * Endless runs that never repeat a state: an iteration of a loop as formulas over machine integers, and sets of states
 * that it leads back into. Knows {@code interpret}, {@code symbolic} and {@code solve}.
 */
@NullMarked
package dev.moirai.rely.recurrence;

import org.jspecify.annotations.NullMarked;
