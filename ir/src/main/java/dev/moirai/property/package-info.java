/** What can be asked of a program, what can be said to that, and why there may be nothing to say. Knows only {@code schedule} and {@code source}. */
@NullMarked
package dev.moirai.property;

import org.jspecify.annotations.NullMarked;
