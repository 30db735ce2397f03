/**
 * Recorded runs of JVM programs: their files are read, and the bytecode is executed once more along the log, on values and on
 * symbols, which gives the traces that {@code predict} takes. docs/jvm-log.md describes the log. Knows class files and the
 * trace; no solver, and nothing of the agent that wrote the log.
 */
@NullMarked
package dev.moirai.jvm;

import org.jspecify.annotations.NullMarked;
