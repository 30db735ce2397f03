package dev.moirai.solve.sat;

import java.util.Arrays;

/**
 * The edges of an {@link OrderTheory}: those given, whose literals say when they are active, and those derived from a view
 * and a write, which come and go.
 */
final class OrderEdges {
    /** By edge: literal, from, to, and for derived ones the view and the write. */
    private int[] data = new int[320];

    private static final int SIZE = 5;
    private int given;
    private int all;

    /** By node: the active edges out of it. */
    private IntStack[] out = new IntStack[0];

    private final IntStack active = new IntStack(64);
    /** By edge: how many were active before it. */
    private int[] since = new int[64];

    void addGiven(int literal, int from, int to) {
        // Derived edges come after all that are given, and there are none while these are added.
        all = given;
        put(literal, from, to, 0, 0);
        given = all;
    }

    /** A new edge that follows from the view and the write. */
    int derive(int from, int to, int view, int write) {
        return put(OrderTheory.DERIVED, from, to, view, write);
    }

    private int put(int literal, int from, int to, int view, int write) {
        if ((all + 1) * SIZE > data.length) {
            data = Arrays.copyOf(data, 2 * data.length);
        }
        if (all == since.length) since = Arrays.copyOf(since, 2 * all);
        int at = all * SIZE;
        data[at] = literal;
        data[at + 1] = from;
        data[at + 2] = to;
        data[at + 3] = view;
        data[at + 4] = write;
        return all++;
    }

    /** No edge is active, none derived. */
    void clear(int nodes) {
        all = given;
        active.size = 0;
        out = new IntStack[nodes];
        Arrays.setAll(out, i -> new IntStack(4));
    }

    void activate(int edge) {
        since[edge] = active.size;
        active.push(edge);
        out[from(edge)].push(edge);
    }

    void dropLast() {
        int edge = active.data[--active.size];
        out[from(edge)].size--;
        forget(edge);
    }

    /** A derived edge is no more. */
    void forget(int edge) {
        if (edge >= given) all = edge;
    }

    int given() {
        return given;
    }

    int activeCount() {
        return active.size;
    }

    int since(int edge) {
        return since[edge];
    }

    IntStack out(int node) {
        return out[node];
    }

    int literal(int edge) {
        return data[edge * SIZE];
    }

    int from(int edge) {
        return data[edge * SIZE + 1];
    }

    int to(int edge) {
        return data[edge * SIZE + 2];
    }

    int view(int edge) {
        return data[edge * SIZE + 3];
    }

    int write(int edge) {
        return data[edge * SIZE + 4];
    }
}
