/**
 * What can be known about a program without running it: control flow, liveness, which memory a pointer can reach, which
 * memory two threads can reach. Every command runs these, so they are made to be fast. Knows only {@code ir} and what
 * lies below it.
 */
@NullMarked
package dev.moirai.analysis;

import org.jspecify.annotations.NullMarked;
