package dev.moirai.jvm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for a state that comes again, each time that another thread is let in: where every thread stands and what it holds, the
 * locks, and memory as far as it is followed. What the JDK keeps to itself counts as changed by every call without a model. From
 * such a state the threads can do the same again and for ever. That is fair if everybody moves in between who is not at its
 * end, but those who wait for a notification that does not come, or for the end of a thread.
 */
final class RepeatedStates {
    /** @param moved by thread: how many steps it has made, and how often what it waits for was notified */
    private record Point(long steps, Map<Integer, List<Integer>> moved) {}

    private final Map<List<Long>, Point> seen = new HashMap<>();
    private Optional<RepeatedState> found = Optional.empty();

    Optional<RepeatedState> found() {
        return found;
    }

    /** @param next the thread that is let in */
    void at(Collection<FollowedThread> threads, int next, JvmMemory memory, JvmSynchronisation synchronisation) {
        if (found.isPresent()) return;
        var key = new ArrayList<Long>();
        key.add((long) next);
        key.add(memory.fingerprint());
        var moved = new HashMap<Integer, List<Integer>>();
        long steps = 0;
        for (FollowedThread each : threads) {
            each.describe(key);
            int notified = each.awaited().map(synchronisation::signals).orElse(0);
            moved.put(each.number(), List.of(each.steps(), notified));
            steps += each.steps();
        }
        var now = new Point(steps, moved);
        Point before = seen.put(key, now);
        if (before != null && steps > before.steps && isFair(threads, before, now)) {
            found = Optional.of(new RepeatedState(before.steps, steps, next));
        }
    }

    private static boolean isFair(Collection<FollowedThread> threads, Point before, Point now) {
        for (FollowedThread each : threads) {
            List<Integer> then = before.moved.getOrDefault(each.number(), List.of());
            List<Integer> since = now.moved.getOrDefault(each.number(), List.of());
            boolean isStill = then.equals(since);
            boolean hasMoved = !then.isEmpty() && !then.getFirst().equals(since.getFirst());
            if (!hasMoved && !(isStill && each.isOutOfPlay())) return false;
        }
        return true;
    }
}
