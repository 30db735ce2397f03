/** Ranking functions: expressions that decrease and are bounded on a path. Knows {@code rely.transition} and {@code solve}. */
@NullMarked
package dev.moirai.rely.ranking;

import org.jspecify.annotations.NullMarked;
