/**
 * Violations are disbelieved here: an engine's schedule, or that of a saved witness, is run again, by the interpreter or on
 * the real machine, and must fail the same way.
 */
@NullMarked
package dev.moirai.verify.replay;

import org.jspecify.annotations.NullMarked;
