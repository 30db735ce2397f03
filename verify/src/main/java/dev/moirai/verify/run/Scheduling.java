package dev.moirai.verify.run;

import dev.moirai.schedule.Schedule;
import java.nio.file.Path;

/** Which thread moves when, and how free values are chosen. */
public sealed interface Scheduling {
    /** Any thread that can move, at random. */
    record Random(long seed) implements Scheduling {}

    /** Threads take turns of one step; free values are chosen at random. */
    record RoundRobin(long seed) implements Scheduling {}

    /** By priorities that change {@code depth - 1} times, at random steps (Burckhardt et al., ASPLOS 2010). */
    record Pct(long seed, int depth) implements Scheduling {}

    /** The schedule that a file holds. */
    record Scripted(Schedule schedule, Path file) implements Scheduling {}
}
