/**
 * The intermediate representation: a goto program. It is data; meaning lives in the passes and engines that switch over
 * it. Knows only {@code property} and {@code source}.
 */
@NullMarked
package dev.moirai.ir;

import org.jspecify.annotations.NullMarked;
