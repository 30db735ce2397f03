package dev.moirai.witness.story;

import dev.moirai.schedule.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Values that had changed by the time they were used: a thread sees a value, another sets a different one, and the first
 * overwrites that (a lost update), takes the place for unchanged (ABA), or goes on with the old value.
 */
final class Stale {
    private static final int MOST_NAMED = 3;

    /** So many values are followed to where they were handed on; a cause is not to be looked for without end. */
    private static final int MOST_FOLLOWED = 200;

    private final List<Step> steps;
    private final Dependence dependence;

    Stale(List<Step> steps, Dependence dependence) {
        this.steps = steps;
        this.dependence = dependence;
    }

    /** A value that was seen, then changed by others. @param others the steps that set it; {@code then} is the next use */
    private record Changed(int seen, Step.Seen value, List<Integer> others, int then) {}

    /**
     * The last of the steps which the failure depends on that overwrites what it has not seen; or the last step of the
     * failing thread that takes a place for unchanged.
     */
    Optional<String> overwritten(String failing) {
        for (int i = steps.size() - 1; i >= 0; i--) {
            boolean isFailing = steps.get(i).thread().equals(failing);
            if (!dependence.isRelevant(i) && !isFailing) continue;
            for (Changed changed : changedAfter(i)) {
                if (changed.then() < 0) continue;
                Step then = steps.get(changed.then());
                Optional<Step.Seen> set = find(then.writes(), changed.value().place());
                Optional<Step.Seen> seen = find(then.reads(), changed.value().place());
                if (set.isEmpty()) continue;
                boolean isRelevant = dependence.isRelevant(i) && dependence.isRelevant(changed.then());
                if (seen.isEmpty() && isRelevant) return Optional.of(lost(changed, set.get()));
                boolean isBack = changed.others().size() > 1
                        && seen.map(Step.Seen::value)
                                .equals(Optional.of(changed.value().value()));
                if (isBack && (isRelevant || isFailing)) {
                    return Optional.of(saw(changed) + ", " + others(changed) + ", so that " + then.thread()
                            + Cause.at(changed.then()) + " took it for unchanged");
                }
            }
        }
        return Optional.empty();
    }

    /**
     * The last update of another that the failing thread has overwritten, though no value of the failure comes from there: a
     * ticket drawn twice lets two threads in.
     *
     * @param met what the failing thread saw of others in the end
     */
    Optional<String> lostBy(String failing, String met) {
        for (int i = steps.size() - 1; i >= 0; i--) {
            if (!steps.get(i).thread().equals(failing)) continue;
            for (Changed changed : changedAfter(i)) {
                if (changed.then() < 0) continue;
                Step then = steps.get(changed.then());
                Optional<Step.Seen> set = find(then.writes(), changed.value().place());
                boolean isBlind = set.isPresent()
                        && find(then.reads(), changed.value().place()).isEmpty();
                if (isBlind) return Optional.of(lost(changed, set.get()) + met);
            }
        }
        return Optional.empty();
    }

    private String lost(Changed changed, Step.Seen set) {
        return saw(changed) + ", " + others(changed) + ", and "
                + steps.get(changed.then()).thread() + " overwrote it with " + set.value() + Cause.at(changed.then());
    }

    /**
     * A value that the failing thread, or else another, goes on with though it is no longer there.
     *
     * @param met what the failing thread saw of others in the end, to go on with if it was another
     */
    Optional<String> kept(String failing, String met) {
        Optional<String> byFailing = Optional.empty();
        Optional<String> byOther = Optional.empty();
        int followed = 0;
        for (int i = steps.size() - 1; i >= 0 && followed < MOST_FOLLOWED; i--) {
            boolean isFailing = steps.get(i).thread().equals(failing);
            if (!dependence.isRelevant(i) && !isFailing) continue;
            for (Changed changed : changedAfter(i)) {
                boolean isUsed =
                        changed.then() < 0 && dependence.lastOf(steps.get(i).thread()) > i;
                if (!isUsed) continue;
                followed++;
                // What was handed on to whoever set the next value has come in time.
                if (dependence.leadsTo(i, changed.others().getFirst())) continue;
                String sentence = saw(changed) + " before " + others(changed);
                if (isFailing && byFailing.isEmpty()) byFailing = Optional.of(sentence + ", and went on with that");
                if (isFailing && dependence.isRelevant(i)) return byFailing;
                if (!isFailing && byOther.isEmpty()) byOther = Optional.of(sentence + met);
            }
        }
        return byFailing.isPresent() ? byFailing : byOther;
    }

    private List<Changed> changedAfter(int step) {
        var all = new ArrayList<Changed>();
        for (var seen : steps.get(step).reads()) {
            if (dependence.isLock(seen.place())
                    || find(steps.get(step).writes(), seen.place()).isPresent()) continue;
            var others = new ArrayList<Integer>();
            int then = -1;
            for (int user : dependence.usersAfter(step, seen.place())) {
                if (steps.get(user).thread().equals(steps.get(step).thread())) {
                    then = user;
                    break;
                }
                if (find(steps.get(user).writes(), seen.place()).isPresent()) others.add(user);
            }
            boolean isChanged = others.stream()
                    .anyMatch(other -> !find(steps.get(other).writes(), seen.place())
                            .map(Step.Seen::value)
                            .equals(Optional.of(seen.value())));
            if (isChanged) all.add(new Changed(step, seen, others, then));
        }
        return all;
    }

    private String saw(Changed changed) {
        return steps.get(changed.seen()).thread() + " saw " + changed.value().place() + " = "
                + changed.value().value() + Cause.at(changed.seen());
    }

    /** {@code worker#2 set 2 and 3 (steps 57, 72)}. */
    private String others(Changed changed) {
        var words = new ArrayList<String>();
        List<Integer> all = changed.others();
        int i = 0;
        while (i < all.size()) {
            String thread = steps.get(all.get(i)).thread();
            int end = i;
            while (end < all.size() && steps.get(all.get(end)).thread().equals(thread)) end++;
            words.add(thread + " set it to "
                    + values(all.subList(i, end), changed.value().place()));
            i = end;
        }
        if (words.size() > MOST_NAMED) {
            return words.getFirst() + ", " + (words.size() - 2) + " more changes, " + words.getLast();
        }
        return String.join(", ", words);
    }

    private String values(List<Integer> setters, String place) {
        var values = new ArrayList<String>();
        var numbers = new ArrayList<String>();
        for (int setter : setters) {
            values.add(find(steps.get(setter).writes(), place).orElseThrow().value());
            numbers.add(Integer.toString(setter + 1));
        }
        if (values.size() > MOST_NAMED) {
            return values.getLast() + " at last (" + values.size() + " times, steps " + numbers.getFirst() + " to "
                    + numbers.getLast() + ")";
        }
        String last = values.removeLast();
        String list = values.isEmpty() ? last : String.join(", ", values) + " and " + last;
        return list + (numbers.size() == 1 ? " (step " : " (steps ") + String.join(", ", numbers) + ")";
    }

    private static Optional<Step.Seen> find(List<Step.Seen> all, String place) {
        for (int i = all.size() - 1; i >= 0; i--) if (all.get(i).place().equals(place)) return Optional.of(all.get(i));
        return Optional.empty();
    }
}
