package dev.moirai.schedule;

import java.util.List;
import java.util.OptionalInt;

/**
 * One execution: its steps in order, and the step at which its lasso starts if it goes on for ever. Thread names and
 * choices alone determine the execution; everything else is only for readers.
 */
public record Schedule(String file, List<Step> steps, OptionalInt lassoStart) {
    public Schedule {
        steps = List.copyOf(steps);
    }

    public static Schedule of(String file, List<Step> steps) {
        return new Schedule(file, steps, OptionalInt.empty());
    }
}
