/**
 * Values that fit no machine word (integers, rational numbers, maps) and their names of 64 bits, under which programs,
 * formulas and models hold them. Knows nothing.
 */
@NullMarked
package dev.moirai.value;

import org.jspecify.annotations.NullMarked;
