/**
 * One run of a program, under a scheduler of ours.
 */
@NullMarked
package dev.moirai.verify.run;

import org.jspecify.annotations.NullMarked;
