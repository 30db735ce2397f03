/**
 * Answers and schedules as JSON: a {@link dev.moirai.witness.json.Json} value with its writer and reader, and the two
 * documents we write, whose schemas are in {@code docs}. JSON is simple enough not to need a library; the readers check
 * everything.
 */
@NullMarked
package dev.moirai.witness.json;

import org.jspecify.annotations.NullMarked;
