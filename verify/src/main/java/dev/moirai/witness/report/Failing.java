package dev.moirai.witness.report;

import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;

/** A violation and the execution that leads to it. */
public record Failing(Violation violation, Schedule schedule) {}
