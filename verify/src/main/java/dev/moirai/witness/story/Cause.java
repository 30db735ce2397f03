package dev.moirai.witness.story;

import dev.moirai.property.Violation;
import dev.moirai.schedule.Remark;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How it came to a failure, in one sentence. Every part of it is something that the execution did; the first pattern that
 * fits is told, from the most to the least telling.
 */
final class Cause {
    private final List<Step> steps;
    private final Violation violation;
    private final Dependence dependence;
    private final Schedule schedule;

    Cause(Schedule schedule, Violation violation, Dependence dependence) {
        this.schedule = schedule;
        this.steps = schedule.steps();
        this.violation = violation;
        this.dependence = dependence;
    }

    Optional<String> sentence() {
        if (steps.isEmpty()) return Optional.empty();
        return switch (violation.property()) {
            case ASSERTION, EXCEPTION, MEMORY, DIVISION, OVERFLOW, LOCK_MISUSE, ATOMICITY -> ofStep();
            case DEADLOCK -> new Stuck(steps, violation, dependence).sentence();
            case DATA_RACE -> Optional.of(ofRace());
            case LIVELOCK -> new Undoing(schedule).sentence();
        };
    }

    private Optional<String> ofStep() {
        return new Stale(steps, dependence)
                .overwritten(violation.thread())
                .or(this::ended)
                .or(this::withoutReason)
                .or(() -> new Stale(steps, dependence).kept(violation.thread()))
                .or(this::provenance);
    }

    /** Another thread has ended the life of what the failing thread uses. */
    private Optional<String> ended() {
        Optional<String> misused = violation.misuse().flatMap(Violation.Misuse::object);
        if (misused.isEmpty()) return Optional.empty();
        for (int i = steps.size() - 1; i >= 0; i--) {
            Step step = steps.get(i);
            for (var write : step.writes()) {
                boolean isEnd =
                        write.change() == Step.Change.FREED && write.place().equals(misused.get());
                if (isEnd && !step.thread().equals(violation.thread())) {
                    return Optional.of(step.thread() + " freed " + write.place() + at(i) + ", which "
                            + violation.thread() + " went on to use");
                }
            }
        }
        return Optional.empty();
    }

    /** The failing thread went on though nobody had let it: a spurious wake-up, time that was up, a refused lock. */
    private Optional<String> withoutReason() {
        for (int i = steps.size() - 1; i >= 0; i--) {
            Step step = steps.get(i);
            if (!step.thread().equals(violation.thread())) continue;
            for (Remark remark : step.remarks()) {
                Optional<String> what = switch (remark.kind()) {
                    case WOKEN_SPURIOUSLY -> Optional.of("was woken spuriously");
                    case TIMED_OUT -> Optional.of("timed out");
                    case RETURNED -> Optional.of("got " + remark.what());
                    case STARTS, WAKES, WAKES_NOBODY, WOKEN, CHOSE -> Optional.empty();
                };
                if (what.isPresent()) {
                    return Optional.of(step.thread() + " " + what.get() + at(i)
                            + lastSet(i)
                                    .map(set -> " and went on to set " + set)
                                    .orElse(" and went on"));
                }
            }
        }
        return Optional.empty();
    }

    /** What the failing thread set last, after a step. */
    private Optional<String> lastSet(int after) {
        for (int i = steps.size() - 1; i > after; i--) {
            if (!steps.get(i).thread().equals(violation.thread())) continue;
            for (var write : steps.get(i).writes()) {
                if (!dependence.isLock(write.place()))
                    return Optional.of(write.place() + " = " + write.value() + at(i));
            }
        }
        return Optional.empty();
    }

    /** Where the values that the failing thread saw last come from. */
    private Optional<String> provenance() {
        int last = dependence.lastOf(violation.thread());
        if (last < 0) return Optional.empty();
        List<Integer> uses = dependence.uses(last);
        for (int i = uses.size() - 1; i >= 0; i--) {
            int step = uses.get(i);
            var reads = steps.get(step).reads();
            for (int r = 0; r < reads.size(); r++) {
                int setter = dependence.setter(step, r);
                if (dependence.isLock(reads.get(r).place())) continue;
                String saw = violation.thread() + " saw " + reads.get(r).place() + " = "
                        + reads.get(r).value() + at(step);
                if (setter < 0) return Optional.of(saw + ", which no thread had set");
                boolean isOwn = steps.get(setter).thread().equals(violation.thread());
                if (!isOwn)
                    return Optional.of(saw + ", set by " + steps.get(setter).thread() + at(setter));
                Optional<String> before = chain(setter);
                if (before.isPresent())
                    return Optional.of(saw + ", which it had set itself" + at(setter) + before.get());
            }
        }
        return Optional.empty();
    }

    /** What a step that set a value had seen from another thread. */
    private Optional<String> chain(int setter) {
        for (int used : dependence.uses(setter)) {
            var reads = steps.get(used).reads();
            for (int r = 0; r < reads.size(); r++) {
                int source = dependence.setter(used, r);
                if (source < 0
                        || steps.get(source).thread().equals(steps.get(setter).thread())) continue;
                return Optional.of(" after seeing " + reads.get(r).place() + " = "
                        + reads.get(r).value() + ", set by " + steps.get(source).thread() + at(source));
            }
        }
        return Optional.empty();
    }

    private String ofRace() {
        var accesses = new ArrayList<String>();
        for (Violation.Place place : violation.places()) {
            var held = new ArrayList<String>();
            for (int taken : dependence.takenBy(place.thread())) {
                for (var write : steps.get(taken).writes()) {
                    if (write.change() == Step.Change.TAKEN) held.add(write.place() + at(taken));
                }
            }
            String locks = held.isEmpty() ? "no lock" : String.join(", ", held);
            accesses.add(place.thread() + " " + place.what() + " (line "
                    + place.span().line() + ") holding " + locks);
        }
        return String.join(", ", accesses) + ": nothing orders the two";
    }

    static String at(int step) {
        return " (step " + (step + 1) + ")";
    }
}
