package dev.moirai.explore;

import dev.moirai.interpret.Move;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * The states and steps found so far, in plain arrays. Nodes are numbered in the order in which they were found, breadth
 * first; the steps from a node are adjacent.
 */
final class StateGraph {
    /** Masks over threads have this many bits. */
    static final int MOST_THREADS = 64;

    /** Marks a node that no edge led to. */
    private static final int START = -1;

    private static final int UNKNOWN = -2;

    private static final long[] NO_CHOICES = {};

    private int nodes;
    private long[] ready = new long[1 << 10];
    private int[] firstEdge = new int[1 << 10];
    private int[] foundBy = new int[1 << 10];
    private final BitSet amid = new BitSet();
    private final BitSet accepting = new BitSet();

    private int edges;
    private int expanded;
    private int[] source = new int[1 << 11];
    private int[] target = new int[1 << 11];
    private byte[] mover = new byte[1 << 11];
    private long[] asked = new long[1 << 11];
    private long[] fired = new long[1 << 11];
    private long[][] choices = new long[1 << 11][];
    private final BitSet spurious = new BitSet();

    /**
     * What matters of a state for fairness: who is ready, whether an atomic section is under way, whether the property
     * accepts.
     */
    record NodeFacts(long ready, boolean amid, boolean accepting) {}

    /**
     * One step: who moved, with which choices, which time-outs were asked for and fired, whether it was a spurious
     * wake-up.
     */
    record StepFacts(int thread, long[] choices, long asked, long fired, boolean spurious) {}

    int addNode(NodeFacts facts) {
        if (nodes == ready.length) {
            ready = Arrays.copyOf(ready, nodes * 2);
            firstEdge = Arrays.copyOf(firstEdge, nodes * 2);
            foundBy = Arrays.copyOf(foundBy, nodes * 2);
        }
        ready[nodes] = facts.ready();
        foundBy[nodes] = expanded == 0 ? START : UNKNOWN;
        if (facts.amid()) amid.set(nodes);
        if (facts.accepting()) accepting.set(nodes);
        return nodes++;
    }

    /** Steps added from now on, until the next call, start at {@code node}, which must be the next in order. */
    void expand(int node) {
        if (node != expanded) throw new IllegalArgumentException("out of order");
        firstEdge[expanded++] = edges;
    }

    void addEdge(StepFacts facts, int to) {
        if (edges == source.length) {
            source = Arrays.copyOf(source, edges * 2);
            target = Arrays.copyOf(target, edges * 2);
            mover = Arrays.copyOf(mover, edges * 2);
            asked = Arrays.copyOf(asked, edges * 2);
            fired = Arrays.copyOf(fired, edges * 2);
            choices = Arrays.copyOf(choices, edges * 2);
        }
        source[edges] = expanded - 1;
        target[edges] = to;
        mover[edges] = (byte) facts.thread();
        asked[edges] = facts.asked();
        fired[edges] = facts.fired();
        choices[edges] = facts.choices().length == 0 ? NO_CHOICES : facts.choices();
        if (facts.spurious()) spurious.set(edges);
        if (foundBy[to] == UNKNOWN) foundBy[to] = edges;
        edges++;
    }

    int nodes() {
        return nodes;
    }

    int edges() {
        return edges;
    }

    int firstEdge(int node) {
        return node < expanded ? firstEdge[node] : edges;
    }

    int endOfEdges(int node) {
        return node + 1 < expanded ? firstEdge[node + 1] : edges;
    }

    int source(int edge) {
        return source[edge];
    }

    int target(int edge) {
        return target[edge];
    }

    int mover(int edge) {
        return mover[edge];
    }

    /** The time-outs that the step asked for, as bits. */
    long asked(int edge) {
        return asked[edge];
    }

    /** The time-outs asked for that fired, as bits. */
    long fired(int edge) {
        return fired[edge];
    }

    /** Whether the step was a wake-up without a reason, which may happen, but not for ever. */
    boolean isSpurious(int edge) {
        return spurious.get(edge);
    }

    /** The threads that can move by themselves, as bits. */
    long ready(int node) {
        return ready[node];
    }

    /** Whether an atomic section is under way: no other thread can move then, so readiness does not count. */
    boolean isAmid(int node) {
        return amid.get(node);
    }

    boolean isAccepting(int node) {
        return accepting.get(node);
    }

    Move move(int edge) {
        return new Move(mover[edge], Arrays.stream(choices[edge]).boxed().toList());
    }

    /** The path by which the node was found. */
    List<Move> wayTo(int node) {
        var way = new ArrayList<Move>();
        for (int edge = foundBy[node]; edge >= 0; edge = foundBy[source[edge]]) way.add(move(edge));
        Collections.reverse(way);
        return way;
    }
}
