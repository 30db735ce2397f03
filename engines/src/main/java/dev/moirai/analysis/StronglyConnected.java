package dev.moirai.analysis;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The strongly connected components of a graph (Tarjan, Depth-first search and linear graph algorithms, 1972), with an
 * explicit stack, because graphs of programs and of their states can be deep.
 */
public final class StronglyConnected {
    /** An edge slot that holds no edge. */
    public static final int NONE = -1;

    /** The edges: slots 0 to {@code places(node)} - 1 of each node hold a target node, or {@link #NONE}. */
    public interface Graph {
        int places(int node);

        int target(int node, int place);
    }

    private final Graph graph;
    /** The order in which nodes were visited, from 1; 0 for a node that was not. */
    private final int[] number;

    private final int[] low;
    private final int[] component;
    private final int[] nextPlace;
    private int[] path = new int[64];
    private int[] open = new int[64];
    private final BitSet isOpen = new BitSet();
    private int opened;
    private int numbered;
    private int components;

    private StronglyConnected(int nodes, Graph graph) {
        this.graph = graph;
        number = new int[nodes];
        low = new int[nodes];
        component = new int[nodes];
        nextPlace = new int[nodes];
        Arrays.fill(component, NONE);
    }

    /** The components of what can be reached from {@code roots}, in a graph with nodes 0 to {@code nodes} - 1. */
    public static StronglyConnected from(IntStream roots, int nodes, Graph graph) {
        var search = new StronglyConnected(nodes, graph);
        roots.forEach(root -> {
            if (search.number[root] == 0) search.visit(root);
        });
        return search;
    }

    public boolean isReached(int node) {
        return number[node] != 0;
    }

    /**
     * The component, numbered so that no edge leads to a higher number; {@link #NONE} for a node that was not reached.
     */
    public int component(int node) {
        return component[node];
    }

    public int components() {
        return components;
    }

    /** The numbers of the components that contain an edge. */
    public BitSet cyclic() {
        var size = new int[components];
        var cyclic = new BitSet(components);
        for (int node = 0; node < component.length; node++) {
            int own = component[node];
            if (own != NONE && (++size[own] > 1 || hasSelfLoop(node))) cyclic.set(own);
        }
        return cyclic;
    }

    /** The nodes of each component that contains an edge, by component number. */
    public List<BitSet> cycles() {
        BitSet cyclic = cyclic();
        var parts = new BitSet[components];
        cyclic.stream().forEach(number -> parts[number] = new BitSet());
        for (int node = 0; node < component.length; node++) {
            int own = component[node];
            if (own != NONE && cyclic.get(own)) parts[own].set(node);
        }
        return cyclic.stream().mapToObj(number -> parts[number]).toList();
    }

    private void visit(int root) {
        int depth = 0;
        path[depth++] = root;
        while (depth > 0) {
            int at = path[depth - 1];
            if (number[at] == 0) enter(at);
            int unmet = advance(at);
            if (unmet != NONE) {
                if (depth == path.length) path = Arrays.copyOf(path, 2 * depth);
                path[depth++] = unmet;
                continue;
            }
            depth--;
            if (depth > 0) low[path[depth - 1]] = Math.min(low[path[depth - 1]], low[at]);
            if (low[at] == number[at]) close(at);
        }
    }

    private void enter(int node) {
        number[node] = low[node] = ++numbered;
        if (opened == open.length) open = Arrays.copyOf(open, 2 * opened);
        open[opened++] = node;
        isOpen.set(node);
    }

    /** Follows the node's edges to the next node that was not visited, and returns it. */
    private int advance(int at) {
        int places = graph.places(at);
        while (nextPlace[at] < places) {
            int to = graph.target(at, nextPlace[at]++);
            if (to == NONE) continue;
            if (number[to] == 0) return to;
            if (isOpen.get(to)) low[at] = Math.min(low[at], number[to]);
        }
        return NONE;
    }

    private void close(int root) {
        int member;
        do {
            member = open[--opened];
            isOpen.clear(member);
            component[member] = components;
        } while (member != root);
        components++;
    }

    private boolean hasSelfLoop(int node) {
        for (int place = 0; place < graph.places(node); place++) {
            if (graph.target(node, place) == node) return true;
        }
        return false;
    }
}
