package dev.moirai.witness.story;

import dev.moirai.property.Violation;
import dev.moirai.property.Violation.Awaited;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a recorded run did where a run predicted from it went wrong, in a sentence. Steps of the two belong together if they are
 * the n-th of the same thread and on the same line. Step numbers are those of the recorded run.
 */
final class Instead {
    private final List<Step> recorded;
    private final List<Step> predicted;
    private final Violation violation;
    private final Dependence dependence;
    /** The recorded steps of each thread, in order. */
    private final Map<String, List<Integer>> byThread = new HashMap<>();

    private Instead(Schedule recorded, Schedule predicted, Violation violation) {
        this.recorded = recorded.steps();
        this.predicted = predicted.steps();
        this.violation = violation;
        this.dependence = new Dependence(predicted, violation);
        for (int i = 0; i < this.recorded.size(); i++) {
            byThread.computeIfAbsent(this.recorded.get(i).thread(), _ -> new ArrayList<>())
                    .add(i);
        }
    }

    static Optional<String> of(Schedule recorded, Schedule predicted, Violation violation) {
        var instead = new Instead(recorded, predicted, violation);
        return switch (violation.property()) {
            case DATA_RACE -> instead.race();
            case DEADLOCK -> instead.stuck();
            case ASSERTION, EXCEPTION, MEMORY, DIVISION, OVERFLOW, LOCK_MISUSE, ATOMICITY, LIVELOCK -> instead.value();
        };
    }

    /** The first value that the failure depends on and that was another in the recorded run. */
    private Optional<String> value() {
        Map<String, Integer> done = new HashMap<>();
        for (int i = 0; i < predicted.size(); i++) {
            Step step = predicted.get(i);
            int number = done.merge(step.thread(), 1, Integer::sum) - 1;
            OptionalInt then = counterpart(step, number);
            if (!dependence.isRelevant(i) || then.isEmpty()) continue;
            for (var seen : step.reads()) {
                Optional<Step.Seen> before = seen(then.getAsInt(), seen.place());
                if (dependence.isLock(seen.place())
                        || before.isEmpty()
                        || before.get().value().equals(seen.value())) continue;
                return Optional.of(step.thread() + " saw " + seen.place() + " = "
                        + before.get().value() + " in line " + step.span().line()
                        + setter(then.getAsInt(), seen.place()));
            }
        }
        return Optional.empty();
    }

    private String setter(int step, String place) {
        for (int i = step - 1; i >= 0; i--) {
            boolean sets = recorded.get(i).writes().stream()
                    .anyMatch(write -> write.place().equals(place));
            if (sets) return ", set by " + recorded.get(i).thread() + at(i);
        }
        return ", which nobody had set";
    }

    /** Which of the two accesses came first. */
    private Optional<String> race() {
        Violation.Place one = violation.places().getFirst();
        Violation.Place other = violation.places().getLast();
        OptionalInt mine = next(one);
        OptionalInt theirs = next(other);
        if (mine.isEmpty() || theirs.isEmpty()) return Optional.empty();
        boolean inOrder = mine.getAsInt() < theirs.getAsInt();
        int first = Math.min(mine.getAsInt(), theirs.getAsInt());
        int second = Math.max(mine.getAsInt(), theirs.getAsInt());
        int between = second - first;
        return Optional.of((inOrder ? one : other).thread() + " was first" + at(first) + " and "
                + (inOrder ? other : one).thread() + " came " + between + (between == 1 ? " step" : " steps")
                + " later");
    }

    /** How the thread that is stuck first got on. */
    private Optional<String> stuck() {
        for (Violation.Place place : violation.places()) {
            OptionalInt passed = next(place);
            if (passed.isEmpty()) continue;
            Optional<String> taken = place.awaited().flatMap(awaited -> switch (awaited) {
                case Awaited.Lock lock -> inTurn(place.thread(), passed.getAsInt(), lock);
                case Awaited.Signal _ -> Optional.empty();
            });
            return taken.or(() -> Optional.of(
                    place.thread() + " got past line " + place.span().line() + at(passed.getAsInt())));
        }
        return Optional.empty();
    }

    /** Whether the thread had the lock before the one that holds it at the end of the predicted run, or after it. */
    private Optional<String> inTurn(String thread, int passed, Awaited.Lock lock) {
        OptionalInt taken = taking(lock);
        if (taken.isEmpty()) return Optional.empty();
        return Optional.of(
                passed < taken.getAsInt()
                        ? thread + " took " + lock.place() + at(passed) + " before " + lock.holder() + " did"
                                + at(taken.getAsInt())
                        : thread + " came for " + lock.place() + at(passed) + " only after " + lock.holder()
                                + " had let it go");
    }

    /** The recorded step in which the holder took the lock that it holds at the end of the predicted run. */
    private OptionalInt taking(Awaited.Lock lock) {
        Map<String, Integer> done = new HashMap<>();
        OptionalInt taken = OptionalInt.empty();
        for (Step step : predicted) {
            int number = done.merge(step.thread(), 1, Integer::sum) - 1;
            boolean takes = step.thread().equals(lock.holder())
                    && step.writes().stream()
                            .anyMatch(
                                    write -> write.place().equals(lock.place()) && write.change() == Step.Change.TAKEN);
            if (takes) taken = counterpart(step, number);
        }
        return taken;
    }

    /** The recorded step by which a thread went on from where it stands at the end of the predicted run. */
    private OptionalInt next(Violation.Place place) {
        int done = (int) predicted.stream()
                .filter(step -> step.thread().equals(place.thread()))
                .count();
        List<Integer> own = byThread.getOrDefault(place.thread(), List.of());
        if (done >= own.size()
                || recorded.get(own.get(done)).span().line() != place.span().line()) return OptionalInt.empty();
        return OptionalInt.of(own.get(done));
    }

    private static String at(int step) {
        return " (its step " + (step + 1) + ")";
    }

    private OptionalInt counterpart(Step step, int number) {
        List<Integer> own = byThread.getOrDefault(step.thread(), List.of());
        if (number >= own.size()) return OptionalInt.empty();
        Step there = recorded.get(own.get(number));
        boolean isSame = there.span().line() == step.span().line()
                && there.span().file().equals(step.span().file());
        return isSame ? OptionalInt.of(own.get(number)) : OptionalInt.empty();
    }

    private Optional<Step.Seen> seen(int step, String place) {
        return recorded.get(step).reads().stream()
                .filter(read -> read.place().equals(place))
                .findFirst();
    }
}
