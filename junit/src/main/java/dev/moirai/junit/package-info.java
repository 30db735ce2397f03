/**
 * {@code @MoiraiTest} for JUnit: the method runs in JVMs of its own, under schedules of ours. Knows {@code verify} and JUnit's
 * interfaces; no other package knows this one.
 */
@NullMarked
package dev.moirai.junit;

import org.jspecify.annotations.NullMarked;
