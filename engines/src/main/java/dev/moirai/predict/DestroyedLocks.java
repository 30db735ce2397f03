package dev.moirai.predict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where locks are destroyed that other threads hold somewhere in the trace. */
final class DestroyedLocks {
    /**
     * A lock destroyed by one thread and held by another.
     *
     * @param isOrdered whether creation and join exclude that the lock is held when it is destroyed
     */
    record Pair(StepNode destroy, CriticalSection section, boolean isOrdered) {}

    private final List<Pair> all = new ArrayList<>();

    DestroyedLocks(TraceProgram program) {
        Map<Integer, List<StepNode>> destroyed = new HashMap<>();
        for (TraceProgram.Life life : program.beginningsAndEnds()) {
            if (life.kind() == TraceProgram.Life.Kind.DESTROY)
                destroyed.computeIfAbsent(life.object(), _ -> new ArrayList<>()).add(life.node());
        }
        if (destroyed.isEmpty()) return;
        for (CriticalSection section : program.sections()) {
            for (StepNode destroy : destroyed.getOrDefault(section.lock(), List.of())) {
                if (destroy.thread() != section.thread())
                    all.add(new Pair(destroy, section, isOrdered(program.mustOrder(), destroy, section)));
            }
        }
    }

    private static boolean isOrdered(MustOrder order, StepNode destroy, CriticalSection section) {
        StepNode release = section.release();
        return order.isBefore(destroy, section.acquire()) || release != null && order.isBefore(release, destroy);
    }

    List<Pair> all() {
        return all;
    }
}
