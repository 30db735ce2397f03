/**
 * The concrete interpreter, judge of every other engine: {@link dev.moirai.interpret.Machine} gives each instruction
 * its meaning, {@link dev.moirai.interpret.State} is one moment of an execution, a {@link
 * dev.moirai.interpret.Scheduler} decides which thread moves, {@link dev.moirai.interpret.Run} drives a machine to the
 * end of a run. Search over states lives above, in {@code explore}. Knows {@code ir}, {@code analysis}, {@code
 * property}, {@code schedule} and {@code source}.
 */
@NullMarked
package dev.moirai.interpret;

import org.jspecify.annotations.NullMarked;
