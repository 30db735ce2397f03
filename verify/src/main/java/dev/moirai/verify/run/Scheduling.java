package dev.moirai.verify.run;

import dev.moirai.schedule.Schedule;

/** Who is to move when, and what free values are to be. */
public sealed interface Scheduling {
    /** Any thread that can move, by chance. */
    record Random(long seed) implements Scheduling {}

    /** Each in turn, for one step. Free values by chance. */
    record RoundRobin(long seed) implements Scheduling {}

    /** By priorities that change {@code depth - 1} times, at random steps (Burckhardt et al., ASPLOS 2010). */
    record Pct(long seed, int depth) implements Scheduling {}

    /** As it was before. */
    record Scripted(Schedule schedule) implements Scheduling {}
}
