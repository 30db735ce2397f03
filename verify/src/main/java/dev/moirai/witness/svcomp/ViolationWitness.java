package dev.moirai.witness.svcomp;

import dev.moirai.property.Violation;
import dev.moirai.schedule.Remark;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What both formats of violation witnesses are written from.
 *
 * @param version of Moirai
 * @param hash the SHA-256 of the program
 * @param is32Bit the data model
 * @param created when, as ISO 8601
 */
public record ViolationWitness(
        Violation violation, Schedule schedule, String version, String hash, boolean is32Bit, String created) {
    /** A step that stands on a line, with the threads by their numbers: 0 for the first, then in order of creation. */
    record Numbered(int thread, Step step, Optional<Integer> starts) {}

    WitnessOrigin origin() {
        return new WitnessOrigin(schedule.file(), goal(), version, hash, is32Bit, created);
    }

    /** The line of the specification that is violated. */
    String goal() {
        return Specification.failedBy(violation)
                .orElse(Specification.Goal.UNREACH_CALL)
                .line();
    }

    /** Whether the competition has a goal for the violation. */
    public boolean canBeTold() {
        return Specification.failedBy(violation).isPresent()
                && schedule.lassoStart().isEmpty();
    }

    List<Numbered> steps() {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        var steps = new ArrayList<Numbered>();
        for (Step step : schedule.steps()) {
            int thread = number(numbers, step.thread());
            Optional<Integer> starts = Optional.empty();
            for (Remark remark : step.remarks()) {
                if (remark.kind() == Remark.Kind.STARTS) starts = Optional.of(number(numbers, remark.what()));
            }
            steps.add(new Numbered(thread, step, starts));
        }
        return steps;
    }

    private static int number(Map<String, Integer> numbers, String thread) {
        int next = numbers.size();
        return numbers.computeIfAbsent(thread, _ -> next);
    }
}
