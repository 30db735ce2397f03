/**
 * Answers and schedules as JSON: a {@link dev.moirai.witness.json.Json} value with its writer and reader, and the two
 * documents we write, whose schemas are in {@code docs}. Small enough to be our own; the readers trust nothing they are given.
 */
@NullMarked
package dev.moirai.witness.json;

import org.jspecify.annotations.NullMarked;
