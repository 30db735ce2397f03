package dev.moirai.witness.story;

import dev.moirai.property.Violation;
import dev.moirai.property.Violation.Awaited;
import dev.moirai.schedule.Remark;
import dev.moirai.schedule.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The cause of a deadlock: a cycle of threads each of which waits for the next, or a signal that came too early. */
final class Stuck {
    private final List<Step> steps;
    private final Violation violation;
    private final Dependence dependence;

    Stuck(List<Step> steps, Violation violation, Dependence dependence) {
        this.steps = steps;
        this.violation = violation;
        this.dependence = dependence;
    }

    Optional<String> sentence() {
        return cycle().or(this::lostSignal).or(this::first);
    }

    /** {@code a holds x (step 3) and waits for y, which b holds (step 5); b waits for x}. */
    private Optional<String> cycle() {
        Map<String, Violation.Place> places = new LinkedHashMap<>();
        for (Violation.Place place : violation.places()) places.put(place.thread(), place);
        var words = new ArrayList<String>();
        Violation.Place start = violation.places().getFirst();
        Violation.Place at = start;
        do {
            if (!(at.awaited().orElse(null) instanceof Awaited.Lock lock)) return Optional.empty();
            Violation.Place next = places.get(lock.holder());
            if (next == null || words.size() > places.size()) return Optional.empty();
            words.add(at.thread() + " waits for " + lock.name() + ", held by " + lock.holder() + taken(lock));
            at = next;
        } while (at != start);
        return Optional.of("a cycle: " + String.join("; ", words));
    }

    /** The step in which the holder has taken what is waited for. */
    private String taken(Awaited.Lock lock) {
        for (int step : dependence.takenBy(lock.holder())) {
            for (var write : steps.get(step).writes()) {
                if (write.change() == Step.Change.TAKEN && write.place().equals(lock.place())) {
                    return " since step " + (step + 1);
                }
            }
        }
        return "";
    }

    /** The last signal that woke nobody, before the thread that is stuck first began to wait. */
    private Optional<String> lostSignal() {
        Violation.Place first = violation.places().getFirst();
        int since = dependence.lastOf(first.thread());
        if (!(first.awaited().orElse(null) instanceof Awaited.Signal)) return Optional.empty();
        for (int i = since - 1; i >= 0; i--) {
            for (Remark remark : steps.get(i).remarks()) {
                if (remark.kind() != Remark.Kind.WAKES_NOBODY) continue;
                return Optional.of("the signal of " + steps.get(i).thread() + Cause.at(i) + " woke nobody, as "
                        + first.thread() + " began to wait only after it" + Cause.at(since));
            }
        }
        String left = first.thread() + " waits for a signal" + Cause.at(since) + " that nobody is left to send";
        return Optional.of(left + wokenInstead(since).orElse(""));
    }

    /** Whom the last signals have woken since the thread began to wait. */
    private Optional<String> wokenInstead(int since) {
        for (int i = steps.size() - 1; i > since; i--) {
            var woken = new ArrayList<String>();
            for (Remark remark : steps.get(i).remarks()) {
                if (remark.kind() == Remark.Kind.WAKES) woken.add(remark.what());
            }
            if (!woken.isEmpty())
                return Optional.of(": " + steps.get(i).thread() + Cause.at(i) + " woke " + String.join(", ", woken));
        }
        return Optional.empty();
    }

    private Optional<String> first() {
        Violation.Place first = violation.places().getFirst();
        return first.what().isEmpty()
                ? Optional.empty()
                : Optional.of(first.thread() + " " + first.what() + ", for ever");
    }
}
