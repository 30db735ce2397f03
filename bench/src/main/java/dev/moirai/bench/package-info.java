/** Reports over whole collections of programs, started by the scripts in {@code bench/}. Knows the library, no command. */
@NullMarked
package dev.moirai.bench;

import org.jspecify.annotations.NullMarked;
