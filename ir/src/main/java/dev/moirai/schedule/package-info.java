/** Executions as plain data: who moved, what was chosen, what was seen. Knows only {@code source}. */
@NullMarked
package dev.moirai.schedule;

import org.jspecify.annotations.NullMarked;
