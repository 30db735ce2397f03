/**
 * Schedules on the real machine: the program instrumented, compiled by gcc and linked with the runtime of module {@code
 * runtime-c}, run under a script, a seed or freely; and native runs brought back to the interpreter. Knows {@code emit},
 * {@code interpret} and what is below them.
 */
@NullMarked
package dev.moirai.replay;

import org.jspecify.annotations.NullMarked;
