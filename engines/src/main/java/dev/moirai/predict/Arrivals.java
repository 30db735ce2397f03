package dev.moirai.predict;

import dev.moirai.trace.TraceEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The barriers of a trace, found step by step: who comes to them, and who gets past. */
final class Arrivals {
    /** A thread comes to a barrier, and perhaps gets past it. */
    record Arrival(StepNode node, Optional<StepNode> awake) {}

    /** A barrier: who came, in the order of the trace, and how many make a round; 0 if nobody knows. */
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

    /** By the numbers of the objects. */
    Collection<Barrier> all() {
        return barriers.values();
    }
}
