/** Programs as C source for other tools. Knows {@code sequentialize}, {@code bound} and what is below them. */
@NullMarked
package dev.moirai.emit;

import org.jspecify.annotations.NullMarked;
