/**
 * What can be asked of a program, the answers, and the reasons why there may be no answer. Knows only {@code schedule}
 * and {@code source}.
 */
@NullMarked
package dev.moirai.property;

import org.jspecify.annotations.NullMarked;
