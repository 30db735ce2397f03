/**
 * One recorded run as data: every visible step with what it computed from what it read ({@link dev.moirai.trace.TraceEvent}),
 * the recorder that follows the interpreter, and the file format (docs/trace-format.md). Knows the interpreter and what
 * lies below it; no front end and no solver.
 */
@NullMarked
package dev.moirai.trace;

import org.jspecify.annotations.NullMarked;
