package dev.moirai.predict;

import dev.moirai.trace.TraceEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The barriers of a trace: which threads arrive at them, and which leave. Built while the trace is walked, step by step. */
final class Arrivals {
    /** The step with which a thread arrives at a barrier, and the step with which it leaves, if the trace has one. */
    record Arrival(StepNode node, Optional<StepNode> awake) {}

    /** A barrier: who came, in the order of the trace, and how many threads it needs; 0 if the trace does not tell. */
    record Barrier(List<Arrival> arrivals, int needed) {}

    /** Where a thread has arrived last: at which barrier, and its place among the arrivals there. */
    private record Attendance(int barrier, int index) {}

    private final Map<Integer, Barrier> barriers = new TreeMap<>();
    private final Map<Integer, Integer> inRound = new HashMap<>();
    private final Map<Integer, Attendance> byThread = new HashMap<>();

    // ---- step by step ------------------------------------------------------------------------------------------

    void init(int barrier, int needed) {
        barriers.put(barrier, new Barrier(known(barrier).arrivals(), needed));
    }

    void arrive(StepNode node, TraceEvent event, int barrier) {
        Barrier known = known(barrier);
        known.arrivals().add(new Arrival(node, Optional.empty()));
        byThread.put(node.thread(), new Attendance(barrier, known.arrivals().size() - 1));
        int arrived = inRound.merge(barrier, 1, Integer::sum);
        boolean isFull = event.result() == -1;
        if (!isFull) return;
        inRound.put(barrier, 0);
        init(barrier, arrived);
    }

    void leave(StepNode node) {
        Attendance place = byThread.remove(node.thread());
        if (place == null) return;
        List<Arrival> arrivals = known(place.barrier()).arrivals();
        StepNode came = arrivals.get(place.index()).node();
        arrivals.set(place.index(), new Arrival(came, Optional.of(node)));
    }

    private Barrier known(int barrier) {
        return barriers.computeIfAbsent(barrier, _ -> new Barrier(new ArrayList<>(), 0));
    }

    // ---- all of them -------------------------------------------------------------------------------------------

    /** All barriers, in the order of their object numbers. */
    Collection<Barrier> all() {
        return barriers.values();
    }
}
