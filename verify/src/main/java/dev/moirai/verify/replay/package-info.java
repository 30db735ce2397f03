/**
 * Confirms violations: the schedule of an engine or of a saved witness is run again, by the interpreter or natively,
 * and must fail in the same way.
 */
@NullMarked
package dev.moirai.verify.replay;

import org.jspecify.annotations.NullMarked;
