package dev.moirai.interpret;

import dev.moirai.schedule.Schedule;

/** A machine driven by a scheduler: to the end, a violation or a limit. */
public final class Run {
    private Run() {}

    /** How it ended; {@link Outcome.Continued} if the scheduler stopped it. */
    public record Result(Outcome outcome, long steps, Schedule schedule) {}

    /** Deadlocks and data races are looked for before each step if the machine watches them. */
    public static Result drive(Machine machine, Scheduler scheduler, Observer observer, long maxSteps) {
        throw new UnsupportedOperationException();
    }
}
