package dev.moirai.analysis;

import java.util.BitSet;
import java.util.function.IntUnaryOperator;

/** Strongly connected components of the graph of inclusions (Tarjan 1972), with an explicit stack. */
final class CycleFinder {
    private final int[][] successors;
    private final IntUnaryOperator find;
    private final int[] number;
    private final int[] low;
    private final int[] next;
    private final int[] representative;
    private final int[] path;
    private final int[] open;
    private final BitSet isOpen = new BitSet();
    private int opened;
    private int numbered;

    /** {@code successors} are lists with their length in front; {@code find} tells which node stands for another. */
    CycleFinder(int nodes, int[][] successors, IntUnaryOperator find) {
        this.successors = successors;
        this.find = find;
        number = new int[nodes];
        low = new int[nodes];
        next = new int[nodes];
        representative = new int[nodes];
        path = new int[nodes];
        open = new int[nodes];
        for (int node = 0; node < nodes; node++) representative[node] = node;
        for (int node = 0; node < nodes; node++) {
            if (number[node] == 0 && find.applyAsInt(node) == node && successors[node][0] > 0) visit(node);
        }
    }

    /** The same node for all nodes of a component. */
    int representative(int node) {
        return representative[node];
    }

    private void visit(int root) {
        int depth = 0;
        path[depth++] = root;
        while (depth > 0) {
            int at = path[depth - 1];
            if (number[at] == 0) {
                number[at] = low[at] = ++numbered;
                open[opened++] = at;
                isOpen.set(at);
            }
            int descend = -1;
            while (next[at] < successors[at][0] && descend < 0) {
                int to = find.applyAsInt(successors[at][++next[at]]);
                if (number[to] == 0) descend = to;
                else if (isOpen.get(to)) low[at] = Math.min(low[at], number[to]);
            }
            if (descend >= 0) {
                path[depth++] = descend;
                continue;
            }
            depth--;
            if (depth > 0) low[path[depth - 1]] = Math.min(low[path[depth - 1]], low[at]);
            if (low[at] == number[at]) close(at);
        }
    }

    private void close(int root) {
        int member;
        do {
            member = open[--opened];
            isOpen.clear(member);
            representative[member] = root;
        } while (member != root);
    }
}
