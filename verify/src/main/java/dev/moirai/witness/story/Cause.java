package dev.moirai.witness.story;

import dev.moirai.property.Violation;
import dev.moirai.schedule.Remark;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How it came to a failure, in one sentence. Every part of it is something that the execution did; the first pattern that
 * fits is told, from the most to the least telling.
 */
final class Cause {
    /** So many times something is worth a word. */
    private static final int MANY = 4;

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
                .or(() -> new Stale(steps, dependence).kept(violation.thread(), met()))
                .or(() -> met().isEmpty()
                        ? Optional.empty()
                        : new Stale(steps, dependence).lostBy(violation.thread(), met()))
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
                    case OUT_OF_MEMORY -> Optional.of("was refused memory");
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

    /** The last value of another thread that what the failing thread saw last comes from. */
    private String met() {
        int last = dependence.lastOf(violation.thread());
        Optional<Dependence.Handed> handed = last < 0 ? Optional.empty() : dependence.handedTo(last);
        for (int read = 0;
                handed.isEmpty() && last >= 0 && read < steps.get(last).reads().size();
                read++) {
            int setter = dependence.setter(last, read);
            if (setter >= 0) handed = dependence.handedTo(setter);
        }
        return handed.map(it -> ", and " + violation.thread() + " saw "
                        + it.value().place() + " = " + it.value().value() + ", set by " + thread(it.source())
                        + at(it.source()))
                .orElse("");
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
                if (setter < 0) return Optional.of(saw + ", which no thread had set" + way(step));
                boolean isOwn = steps.get(setter).thread().equals(violation.thread());
                if (!isOwn) {
                    return Optional.of(saw + ", set by " + thread(setter) + at(setter)
                            + earlier(reads.get(r), setter).orElseGet(() -> handedOn(setter)));
                }
                if (dependence.handedTo(setter).isPresent())
                    return Optional.of(saw + ", which it had set itself" + at(setter) + handedOn(setter));
            }
        }
        return Optional.empty();
    }

    /** By which value of another thread the failing one may have come to a place that nobody had set. */
    private String way(int step) {
        int before = step - 1;
        while (before >= 0 && !thread(before).equals(thread(step))) before--;
        Optional<Dependence.Handed> handed = before < 0 ? Optional.empty() : dependence.handedTo(before);
        return handed.map(it -> "; it had seen " + it.value().place() + " = "
                        + it.value().value() + ", set by " + thread(it.source()) + at(it.source()))
                .orElse("");
    }

    /** What the failing thread had seen in the same place before another set it. */
    private Optional<String> earlier(Step.Seen now, int setter) {
        for (int i = setter - 1; i >= 0; i--) {
            if (!thread(i).equals(violation.thread())) continue;
            for (Step.Seen seen : steps.get(i).reads()) {
                if (!seen.place().equals(now.place())) continue;
                return seen.value().equals(now.value())
                        ? Optional.empty()
                        : Optional.of(", after it had seen " + seen.value() + at(i));
            }
        }
        return Optional.empty();
    }

    /** What a step that set a value had seen from another thread, and how long that had gone on. */
    private String handedOn(int setter) {
        Optional<Dependence.Handed> handed = dependence.handedTo(setter);
        if (handed.isEmpty()) return "";
        Step.Seen value = handed.get().value();
        int source = handed.get().source();
        return " after seeing " + value.place() + " = " + value.value() + ", set by " + thread(source) + at(source)
                + taking(setter);
    }

    /** Two threads that have gone on with each other's values many times. */
    private String taking(int last) {
        Set<String> threads = new LinkedHashSet<>();
        int times = 0;
        int first = last;
        for (Optional<Dependence.Handed> handed = dependence.handedTo(last);
                handed.isPresent() && times < steps.size();
                handed = dependence.handedTo(first)) {
            threads.add(thread(first));
            first = handed.get().source();
            times++;
        }
        threads.add(thread(first));
        return times < MANY || threads.size() != 2
                ? ""
                : "; " + String.join(" and ", threads) + " had gone on with each other's values " + times
                        + " times since step " + (first + 1);
    }

    private String thread(int step) {
        return steps.get(step).thread();
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
