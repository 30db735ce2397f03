package dev.moirai.rely.transition;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which instructions of a flat code can be reached, where its loops are, and which locals are live where. */
final class ControlFlow {
    private final FlatCode code;
    private final BitSet reachable = new BitSet();
    private final BitSet loopHeads = new BitSet();
    private final List<Set<Local>> live = new ArrayList<>();

    ControlFlow(FlatCode code) {
        this.code = code;
        findLoopHeads();
        findLive();
    }

    boolean isReachable(int at) {
        return reachable.get(at);
    }

    /**
     * Whether some jump goes back to here; every cycle has such a place. A jump to a jump counts where the last one
     * ends.
     */
    boolean isLoopHead(int at) {
        return loopHeads.get(at);
    }

    Set<Local> liveBefore(int at) {
        return live.get(at);
    }

    /** The first instruction from here on that does more than jump; {@code from} itself in an empty loop. */
    int settled(int from) {
        int at = from;
        for (int hops = 0; hops <= code.size(); hops++) {
            switch (code.get(at)) {
                case Instr.Label _ -> at = at + 1;
                case Instr.Goto(var target, var _) -> at = code.position(target);
                default -> {
                    return at;
                }
            }
        }
        return from;
    }

    boolean isOnCycle(int at) {
        var seen = new BitSet();
        var pending = new ArrayDeque<Integer>();
        pending.add(at);
        while (!pending.isEmpty()) {
            for (int next : code.successors(pending.poll())) {
                if (next == at) return true;
                if (!seen.get(next)) {
                    seen.set(next);
                    pending.add(next);
                }
            }
        }
        return false;
    }

    private void findLoopHeads() {
        var onPath = new BitSet();
        var path = new ArrayDeque<int[]>();
        reachable.set(0);
        onPath.set(0);
        path.push(new int[] {0, 0});
        while (!path.isEmpty()) {
            int[] top = path.peek();
            int[] successors = code.successors(top[0]);
            if (top[1] == successors.length) {
                onPath.clear(top[0]);
                path.pop();
                continue;
            }
            int next = successors[top[1]++];
            if (onPath.get(next)) loopHeads.set(settled(next));
            else if (!reachable.get(next)) {
                reachable.set(next);
                onPath.set(next);
                path.push(new int[] {next, 0});
            }
        }
    }

    private void findLive() {
        for (int at = 0; at < code.size(); at++) live.add(new HashSet<>());
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int at = code.size() - 1; at >= 0; at--) {
                var before = new HashSet<Local>();
                for (int next : code.successors(at)) before.addAll(live.get(next));
                Operands.forEachWritten(code.get(at), before::remove);
                Operands.forEachRead(code.get(at), expr -> Operands.forEachLocal(expr, before::add));
                if (!before.equals(live.get(at))) {
                    live.set(at, before);
                    changed = true;
                }
            }
        }
    }
}
