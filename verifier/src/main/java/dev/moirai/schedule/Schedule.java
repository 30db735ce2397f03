package dev.moirai.schedule;

import java.util.List;
import java.util.OptionalInt;

/**
 * One execution: its steps in order, and where its lasso starts if it goes on for ever. Thread names and choices alone
 * determine it; the rest is for people.
 */
public record Schedule(String file, List<Step> steps, OptionalInt lassoStart) {
    public Schedule {
        steps = List.copyOf(steps);
    }

    public static Schedule of(String file, List<Step> steps) {
        return new Schedule(file, steps, OptionalInt.empty());
    }
}
