package dev.moirai.witness.story;

import dev.moirai.property.Violation;
import dev.moirai.schedule.Remark;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which steps a failure depends on, as far as a schedule shows: backwards from the failure, every value seen to the step
 * that set it, every value set to what its thread had seen since it last set one, and whatever other threads set in the
 * meantime. A schedule does not show how a thread computes, so that what a thread saw long before and kept is not followed;
 * the steps found are those worth showing, and nothing is decided by them.
 */
final class Dependence {
    /** Of a thread that sees much and sets nothing, only the last steps count. */
    private static final int MOST_USED = 16;

    private final List<Step> steps;
    private final Violation violation;
    private final int lasso;
    /** For each step, the last step before it that set a place which it sees: by position in its reads, or -1. */
    private final List<int[]> setters = new ArrayList<>();
    /** For each step, the steps of its thread whose values it may use. */
    private final List<List<Integer>> uses = new ArrayList<>();

    /** The steps that see or set a place. */
    private final Map<String, List<Integer>> users = new HashMap<>();

    private final Set<String> locks = new HashSet<>();
    private final Map<String, Integer> lastOf = new HashMap<>();
    private final BitSet relevant = new BitSet();
    private final ArrayDeque<Integer> pending = new ArrayDeque<>();

    Dependence(Schedule schedule, Violation violation) {
        this.steps = schedule.steps();
        this.violation = violation;
        this.lasso = schedule.lassoStart().orElse(steps.size());
        for (Step step : steps) {
            for (var seen : step.writes()) if (seen.change().isOfLock()) locks.add(seen.place());
        }
        flow();
        roots();
        close();
        companions();
    }

    BitSet relevant() {
        return relevant;
    }

    boolean isRelevant(int step) {
        return relevant.get(step);
    }

    /** Whether the place is a lock or the like, whose changes are no data. */
    boolean isLock(String place) {
        return locks.contains(place);
    }

    /** The step that set what a step sees in its n-th read, or -1 if nobody has set it. */
    int setter(int step, int read) {
        return setters.get(step)[read];
    }

    List<Integer> uses(int step) {
        return uses.get(step);
    }

    /** Whether what a step set may come from what an earlier step of another thread has seen. */
    boolean leadsTo(int seen, int set) {
        var before = new BitSet();
        before.set(set);
        for (int i = set; i > seen; i = before.previousSetBit(i - 1)) {
            for (int setter : setters.get(i)) if (setter >= seen) before.set(setter);
            for (int used : uses.get(i)) if (used >= seen && used < i) before.set(used);
        }
        return before.get(seen);
    }

    /** The last step before this one by which another thread has set what this one may use: of its reads and earlier ones. */
    Optional<Handed> handedTo(int step) {
        List<Integer> used = uses.get(step);
        for (int i = used.size() - 1; i >= 0; i--) {
            var reads = steps.get(used.get(i)).reads();
            for (int r = reads.size() - 1; r >= 0; r--) {
                int source = setter(used.get(i), r);
                boolean isOthers = source >= 0
                        && !steps.get(source).thread().equals(steps.get(step).thread());
                if (isOthers && !isLock(reads.get(r).place())) return Optional.of(new Handed(reads.get(r), source));
            }
        }
        return Optional.empty();
    }

    /** A value of another thread, and the step that set it. */
    record Handed(Step.Seen value, int source) {}

    /** The last step of a thread, or -1. */
    int lastOf(String thread) {
        return lastOf.getOrDefault(thread, -1);
    }

    private void flow() {
        var setBy = new Setters();
        Map<String, List<Integer>> seenSince = new HashMap<>();
        Set<String> haveSet = new HashSet<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            int[] from = new int[step.reads().size()];
            for (int r = 0; r < from.length; r++)
                from[r] = setBy.of(step.reads().get(r).place());
            setters.add(from);
            List<Integer> seen = seenSince.computeIfAbsent(step.thread(), _ -> new ArrayList<>());
            if (!step.reads().isEmpty()) {
                if (haveSet.remove(step.thread())) seen.clear();
                seen.add(i);
            }
            if (seen.size() > MOST_USED) seen.removeFirst();
            uses.add(i == steps.size() - 1 && !step.reads().isEmpty() ? onTheLineOf(i, seen) : List.copyOf(seen));
            boolean sets = false;
            for (var read : step.reads()) use(read.place(), i);
            for (var write : step.writes()) {
                use(write.place(), i);
                setBy.set(write.place(), i);
                sets |= !isLock(write.place());
            }
            // What was seen before may still be used, until something else is seen.
            if (sets) haveSet.add(step.thread());
            lastOf.put(step.thread(), i);
        }
    }

    /** What fails is what stands on its line, if that sees anything: earlier lines have been passed. */
    private List<Integer> onTheLineOf(int step, List<Integer> seen) {
        var same = new ArrayList<Integer>();
        for (int i = seen.size() - 1; i >= 0; i--) {
            var span = steps.get(seen.get(i)).span();
            if (span.line() != steps.get(step).span().line() || step - seen.get(i) > seen.size() - 1 - i) break;
            same.addFirst(seen.get(i));
        }
        return same;
    }

    private void use(String place, int step) {
        List<Integer> all = users.computeIfAbsent(place, _ -> new ArrayList<>());
        if (all.isEmpty() || all.getLast() != step) all.add(step);
    }

    private void add(int step) {
        if (step < 0 || relevant.get(step)) return;
        relevant.set(step);
        pending.add(step);
    }

    /** The steps that the failure consists of. */
    private void roots() {
        for (Violation.Place place : violation.places()) add(lastOf(place.thread()));
        switch (violation.property()) {
            case ASSERTION, EXCEPTION, MEMORY, DIVISION, OVERFLOW, LOCK_MISUSE -> {
                add(steps.size() - 1);
                ends();
            }
            case DEADLOCK, DATA_RACE -> {
                for (Violation.Place place : violation.places())
                    takenBy(place.thread()).forEach(this::add);
                lostSignals();
            }
            case ATOMICITY -> atThePlaces();
            case LIVELOCK -> {
                for (int i = lasso; i < steps.size(); i++) add(i);
            }
        }
    }

    /** The steps that have changed what was misused: that freed it, or, if it is a lock, took it and gave it back. */
    private void ends() {
        Optional<String> misused = violation.misuse().flatMap(Violation.Misuse::object);
        if (misused.isEmpty()) return;
        for (int i = 0; i < steps.size(); i++) {
            for (var write : steps.get(i).writes()) {
                boolean isEnd = write.change() == Step.Change.FREED || isLock(write.place());
                if (isEnd && write.place().equals(misused.get())) add(i);
            }
        }
    }

    private void lostSignals() {
        for (int i = 0; i < steps.size(); i++) {
            for (Remark remark : steps.get(i).remarks()) if (remark.kind() == Remark.Kind.WAKES_NOBODY) add(i);
        }
    }

    private void atThePlaces() {
        for (int i = 0; i < steps.size(); i++) {
            for (Violation.Place place : violation.places()) {
                if (place.thread().equals(steps.get(i).thread())
                        && place.span().line() == steps.get(i).span().line()) add(i);
            }
        }
    }

    /** The steps by which a thread has taken what it holds at the end. */
    List<Integer> takenBy(String thread) {
        Map<String, Integer> held = new HashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            boolean isOwn = steps.get(i).thread().equals(thread);
            for (var write : steps.get(i).writes()) {
                if (isOwn && write.change() == Step.Change.TAKEN) held.put(write.place(), i);
                else if (isLock(write.place())) held.remove(write.place());
            }
        }
        return held.values().stream().sorted().toList();
    }

    private void close() {
        while (!pending.isEmpty()) {
            int step = pending.remove();
            for (int setter : setters.get(step)) add(setter);
            for (int used : uses.get(step)) add(used);
            meddling(step);
        }
    }

    /** What another thread set first between a step's seeing a place and its thread's next use of that place. */
    private void meddling(int step) {
        String thread = steps.get(step).thread();
        for (var seen : steps.get(step).reads()) {
            if (isLock(seen.place())) continue;
            for (int i : usersAfter(step, seen.place())) {
                Step later = steps.get(i);
                if (later.thread().equals(thread)) break;
                if (later.writes().stream().anyMatch(set -> isOther(set, seen))) {
                    add(i);
                    break;
                }
            }
        }
    }

    /** The steps after this one that see or set the place, in order. */
    List<Integer> usersAfter(int step, String place) {
        List<Integer> all = users.getOrDefault(place, List.of());
        int at = Collections.binarySearch(all, step + 1);
        return all.subList(at < 0 ? -at - 1 : at, all.size());
    }

    private static boolean isOther(Step.Seen set, Step.Seen seen) {
        return set.place().equals(seen.place()) && !set.value().equals(seen.value());
    }

    /** Steps that explain others: that start a thread, wake it, or let it go on for no reason. */
    private void companions() {
        Set<String> threads = new HashSet<>();
        relevant.stream().forEach(i -> threads.add(steps.get(i).thread()));
        for (int i = 0; i < steps.size(); i++) {
            for (Remark remark : steps.get(i).remarks()) {
                boolean explains = switch (remark.kind()) {
                    case STARTS -> threads.contains(remark.what());
                    case WOKEN_SPURIOUSLY, TIMED_OUT, RETURNED, OUT_OF_MEMORY ->
                        threads.contains(steps.get(i).thread());
                    case WAKES, WAKES_NOBODY, WOKEN, CHOSE -> false;
                };
                if (explains) relevant.set(i);
            }
        }
    }
}
