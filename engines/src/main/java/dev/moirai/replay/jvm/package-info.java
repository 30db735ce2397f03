/**
 * JVM programs under our agent: the command with the agent in it, one run, its report. Knows the folder's format
 * (docs/jvm-log.md), not what runs inside the JVM.
 */
@NullMarked
package dev.moirai.replay.jvm;

import org.jspecify.annotations.NullMarked;
