/** What can be asked of a program, and the answers. Knows only {@code schedule} and {@code source}. */
@NullMarked
package dev.moirai.property;

import org.jspecify.annotations.NullMarked;
