package dev.moirai.witness.story;

import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The cause of a run without an end: who undoes what of whom, or what a thread sees again and again. */
final class Undoing {
    private record Setting(int step, String thread, Step.Seen set) {
        String value() {
            return set.value();
        }
    }

    private final List<Step> steps;
    private final int start;

    Undoing(Schedule schedule) {
        this.steps = schedule.steps();
        this.start = schedule.lassoStart().orElse(0);
    }

    Optional<String> sentence() {
        Map<String, List<Setting>> byPlace = new LinkedHashMap<>();
        for (int i = start; i < steps.size(); i++) {
            for (var write : steps.get(i).writes()) {
                byPlace.computeIfAbsent(write.place(), _ -> new ArrayList<>())
                        .add(new Setting(i, steps.get(i).thread(), write));
            }
        }
        for (var each : byPlace.entrySet()) {
            Optional<String> undone = undone(each.getKey(), each.getValue());
            if (undone.isPresent()) return undone;
        }
        return byPlace.isEmpty() ? waiting() : Optional.empty();
    }

    private static Optional<String> undone(String place, List<Setting> settings) {
        for (Setting one : settings) {
            for (Setting other : settings) {
                if (one.step() >= other.step() || one.thread().equals(other.thread())) continue;
                if (one.value().equals(other.value()) || one.set().change() == Step.Change.TAKEN) continue;
                return Optional.of(one.thread() + " sets " + place + " = " + one.value() + Cause.at(one.step()) + ", "
                        + other.thread() + " sets it to " + other.value() + Cause.at(other.step())
                        + ", again and again");
            }
        }
        return Optional.empty();
    }

    /** Nothing is set in the lasso: somebody waits for what nobody does. */
    private Optional<String> waiting() {
        for (int i = start; i < steps.size(); i++) {
            for (var seen : steps.get(i).reads()) {
                return Optional.of(steps.get(i).thread() + " sees " + seen.place() + " = " + seen.value() + Cause.at(i)
                        + " again and again, and nobody changes it");
            }
        }
        return Optional.empty();
    }
}
