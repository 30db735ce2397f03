package dev.moirai.witness.report;

import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A violation and the execution that leads to it.
 *
 * @param instead what the recorded run did, of a violation that was predicted
 */
public record Failing(Violation violation, Schedule schedule, Supplier<Optional<String>> instead) {}
