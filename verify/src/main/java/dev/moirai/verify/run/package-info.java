/** Runs a program once, under a scheduler of the interpreter. */
@NullMarked
package dev.moirai.verify.run;

import org.jspecify.annotations.NullMarked;
