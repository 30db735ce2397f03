package dev.moirai.solve.sat;

import java.util.Arrays;

/**
 * Variables in the order in which they last took part in a conflict (VMTF, Biere and Fröhlich 2015): a doubly linked list
 * with time stamps, and a cursor such that everything behind it is assigned.
 */
final class MoveToFrontQueue {
    private int[] previous = new int[16];
    private int[] next = new int[16];
    private long[] stamp = new long[16];
    private int first = -1;
    private int last = -1;
    private int cursor = -1;
    private long clock;

    void addVariable(int variable) {
        if (variable >= next.length) {
            int capacity = Math.max(variable + 1, next.length * 2);
            previous = Arrays.copyOf(previous, capacity);
            next = Arrays.copyOf(next, capacity);
            stamp = Arrays.copyOf(stamp, capacity);
        }
        append(variable);
        cursor = variable;
    }

    private void append(int variable) {
        previous[variable] = last;
        next[variable] = -1;
        if (last >= 0) next[last] = variable;
        else first = variable;
        last = variable;
        stamp[variable] = ++clock;
    }

    long stamp(int variable) {
        return stamp[variable];
    }

    /** Moves an assigned variable to the front. */
    void bump(int variable) {
        if (next[variable] < 0) return;
        int before = previous[variable];
        int after = next[variable];
        if (before >= 0) next[before] = after;
        else first = after;
        previous[after] = before;
        if (cursor == variable) cursor = before >= 0 ? before : after;
        append(variable);
    }

    void unassigned(int variable) {
        if (stamp[variable] > stamp[cursor]) cursor = variable;
    }

    /** The unassigned variable nearest to the front; there must be one. */
    int best(byte[] values) {
        int variable = cursor;
        while (values[2 * variable] != 0) variable = previous[variable];
        cursor = variable;
        return variable;
    }
}
