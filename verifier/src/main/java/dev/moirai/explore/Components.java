package dev.moirai.explore;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The strongly connected parts of a graph that have a step inside (Tarjan 1972), with an explicit stack. */
final class Components {
    /** Says that there is no step, though there is a place for one. */
    static final int NONE = -1;

    /** Where steps lead: places 0 to {@code places(node)} - 1 of each node hold a node, or {@link #NONE}. */
    interface Steps {
        int places(int node);

        int target(int node, int place);
    }

    private final Steps steps;
    private final BitSet among;
    private final int[] index;
    private final int[] low;
    private final BitSet onStack = new BitSet();
    private final List<Integer> stack = new ArrayList<>();
    private final List<BitSet> parts = new ArrayList<>();
    private int next = 1;

    private Components(int nodes, BitSet among, Steps steps) {
        this.steps = steps;
        this.among = among;
        this.index = new int[nodes];
        this.low = new int[nodes];
    }

    /** The parts of the graph of the first {@code nodes} numbers, as far as it lies {@code among} the given ones. */
    static List<BitSet> of(int nodes, BitSet among, Steps steps) {
        var components = new Components(nodes, among, steps);
        for (int node = among.nextSetBit(0); node >= 0; node = among.nextSetBit(node + 1)) {
            if (components.index[node] == 0) components.visit(node);
        }
        return components.parts;
    }

    private void visit(int root) {
        var path = new ArrayList<int[]>();
        path.add(enter(root));
        while (!path.isEmpty()) {
            int[] top = path.getLast();
            int node = top[0];
            if (top[1] < steps.places(node)) {
                int to = steps.target(node, top[1]++);
                if (to == NONE || !among.get(to)) continue;
                if (index[to] == 0) path.add(enter(to));
                else if (onStack.get(to)) low[node] = Math.min(low[node], index[to]);
            } else {
                path.removeLast();
                if (!path.isEmpty()) {
                    int below = path.getLast()[0];
                    low[below] = Math.min(low[below], low[node]);
                }
                if (low[node] == index[node]) leave(node);
            }
        }
    }

    private int[] enter(int node) {
        index[node] = low[node] = next++;
        stack.add(node);
        onStack.set(node);
        return new int[] {node, 0};
    }

    private void leave(int root) {
        var part = new BitSet();
        int node;
        do {
            node = stack.removeLast();
            onStack.clear(node);
            part.set(node);
        } while (node != root);
        if (part.cardinality() > 1 || hasSelfLoop(root)) parts.add(part);
    }

    private boolean hasSelfLoop(int node) {
        for (int place = 0; place < steps.places(node); place++) {
            if (steps.target(node, place) == node) return true;
        }
        return false;
    }
}
