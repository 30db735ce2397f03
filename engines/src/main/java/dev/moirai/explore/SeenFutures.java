package dev.moirai.explore;

import dev.moirai.interpret.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** All that threads have been seen to do, as a graph of the points where they stood. It only grows. */
final class SeenFutures {
    private static final long NEWBORN = -1;

    private final List<Map<Long, LocalPoint>> points = new ArrayList<>();
    private final Map<LocalPoint, BitSet> sections = new HashMap<>();

    /** Where the thread stands. Different points that get one number would only count as one. */
    LocalPoint point(State state, int thread) {
        while (points.size() <= thread) points.add(new HashMap<>());
        boolean inSection = state.atomicHolder() == thread;
        long key = state.isNewborn(thread) ? NEWBORN : key(state, thread) * 2 + (inSection ? 1 : 0);
        return points.get(thread).computeIfAbsent(key, _ -> new LocalPoint(thread, inSection));
    }

    private static long key(State state, int thread) {
        long key = 17;
        for (int level = 0; level < state.depth(thread); level++) {
            key = key * 0x9E3779B97F4A7C15L
                    + ((long) state.function(thread, level) << 32)
                    + state.position(thread, level);
            key ^= key >>> 29;
        }
        return key;
    }

    /** A thread at the point has done this; returns whether it is new. */
    boolean does(LocalPoint point, BitSet which, int access) {
        if (which.get(access)) return false;
        which.set(access);
        sections.clear();
        if (!point.future.get(access)) {
            point.future.set(access);
            tellThoseBefore(point);
        }
        return true;
    }

    /** One step leads from the point to the other, or starts a thread there; returns whether that is new. */
    boolean leads(LocalPoint from, LocalPoint to) {
        if (!from.next.add(to)) return false;
        to.before.add(from);
        sections.clear();
        if (add(from, to)) tellThoseBefore(from);
        return true;
    }

    private static boolean add(LocalPoint from, LocalPoint to) {
        int known = from.future.cardinality();
        from.future.or(to.future);
        return from.future.cardinality() > known;
    }

    private static void tellThoseBefore(LocalPoint point) {
        var work = new ArrayDeque<LocalPoint>();
        work.add(point);
        while (!work.isEmpty()) {
            LocalPoint to = work.poll();
            for (LocalPoint from : to.before) if (add(from, to)) work.add(from);
        }
    }

    /** What a thread does in the atomic section that it enters by its next step. */
    BitSet section(LocalPoint begin) {
        BitSet known = sections.get(begin);
        if (known != null) return known;
        var all = new BitSet();
        var reached = new HashSet<LocalPoint>();
        var work = new ArrayDeque<LocalPoint>();
        work.add(begin);
        while (!work.isEmpty()) {
            LocalPoint point = work.poll();
            all.or(point.first);
            all.or(point.rest);
            for (LocalPoint next : point.next) {
                if (next.thread == begin.thread && next.inSection && reached.add(next)) work.add(next);
            }
        }
        sections.put(begin, all);
        return all;
    }
}
