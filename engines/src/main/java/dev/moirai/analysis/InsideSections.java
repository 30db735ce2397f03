package dev.moirai.analysis;

import dev.moirai.analysis.PointsTo.Reached;
import dev.moirai.ir.Instr;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a thread may be inside an atomic section. A thread that waits there makes all others wait, so that waiting is
 * something it does to them.
 */
final class InsideSections {
    private final Map<String, Reached> reached;
    private final Map<String, BitSet> inside = new HashMap<>();
    private final ArrayDeque<String> called = new ArrayDeque<>();
    private boolean everywhere;

    InsideSections(Map<String, Reached> reached) {
        this.reached = reached;
        for (Reached function : reached.values()) {
            List<Instr> body = function.function.body();
            for (int at = 0; at < body.size(); at++) {
                if (!(body.get(at) instanceof Instr.AtomicBegin) || !function.flow.isReachable(at)) continue;
                // A section that goes on where its function has been called is not followed.
                everywhere |= follow(function, function.flow.first(at));
            }
        }
        while (!called.isEmpty()) {
            Reached function = reached.get(called.poll());
            if (function != null) follow(function, 0);
        }
    }

    boolean mayBeAt(String function, int at) {
        BitSet known = inside.get(function);
        return everywhere || known != null && known.get(at);
    }

    /** Whether some thread may wait for another's end there. */
    boolean mayJoin() {
        for (Reached function : reached.values()) {
            List<Instr> body = function.function.body();
            for (int at = 0; at < body.size(); at++) {
                if (body.get(at) instanceof Instr.Join && mayBeAt(function.function.name(), at)) return true;
            }
        }
        return false;
    }

    /** Follows a section in a function; returns whether the function may be left in it. */
    private boolean follow(Reached function, int from) {
        BitSet known = inside.computeIfAbsent(function.function.name(), _ -> new BitSet());
        boolean leaves = false;
        var seen = new BitSet();
        var pending = new ArrayDeque<Integer>();
        pending.add(from);
        while (!pending.isEmpty()) {
            int at = pending.poll();
            if (at == FlowGraph.NONE || seen.get(at)) continue;
            seen.set(at);
            Instr instr = function.function.body().get(at);
            if (instr instanceof Instr.AtomicEnd) continue;
            boolean isNew = !known.get(at);
            known.set(at);
            leaves |= instr instanceof Instr.Return;
            if (isNew) called.addAll(function.targets.getOrDefault(at, List.of()));
            pending.add(function.flow.first(at));
            pending.add(function.flow.second(at));
        }
        return leaves;
    }
}
