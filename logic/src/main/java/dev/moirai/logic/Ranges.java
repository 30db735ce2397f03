package dev.moirai.logic;

import java.util.Arrays;

/**
 * The signed range of every bit-vector node, whatever its variables are. Ranges are computed on demand, once a node;
 * operands have smaller numbers, so ascending order computes them first.
 */
final class Ranges {
    private final TermTable table;
    private long[] low = new long[64];
    private long[] high = new long[64];
    private int known = 1;

    Ranges(TermTable table) {
        this.table = table;
    }

    long low(int node) {
        knowUpTo(node);
        return low[node];
    }

    long high(int node) {
        knowUpTo(node);
        return high[node];
    }

    private void knowUpTo(int last) {
        if (last >= low.length) {
            int capacity = Math.max(last + 1, 2 * low.length);
            low = Arrays.copyOf(low, capacity);
            high = Arrays.copyOf(high, capacity);
        }
        for (; known <= last; known++) {
            int width = table.width(known);
            if (width > 0 && width <= 64) compute(known, width);
        }
    }

    private void compute(int node, int width) {
        long least = Long.MIN_VALUE >> (64 - width);
        set(node, table.leadingZeros(node) > 0 ? 0 : least, table.leadingZeros(node) > 0 ? upperBound(node) : ~least);
        int a = table.first(node);
        int b = table.second(node);
        switch (table.op(node)) {
            case BV_CONSTANT -> {
                long value = Meaning.signed(table.value(node), width);
                set(node, value, value);
            }
            case ITE -> {
                int c = table.third(node);
                narrow(node, Math.min(low[b], low[c]), Math.max(high[b], high[c]));
            }
            case SIGN_EXTEND -> narrow(node, low[a], high[a]);
            case ZERO_EXTEND -> {
                if (low[a] >= 0) narrow(node, low[a], high[a]);
            }
            case EXTRACT -> {
                boolean unchanged =
                        Meaning.signed(low[a], width) == low[a] && Meaning.signed(high[a], width) == high[a];
                if (table.second(node) == 0 && unchanged) narrow(node, low[a], high[a]);
            }
            case BV_ADD -> sum(node, low[a], high[a], low[b], high[b], least);
            case BV_SUB -> {
                if (low[b] != Long.MIN_VALUE) sum(node, low[a], high[a], -high[b], -low[b], least);
            }
            case BV_SREM -> {
                if (low[b] == high[b] && low[b] != 0 && low[b] != least) {
                    long most = Math.abs(low[b]) - 1;
                    narrow(node, low[a] >= 0 ? 0 : -most, high[a] <= 0 ? 0 : most);
                }
            }
            case BV_UREM -> {
                if (low[b] == high[b] && low[b] > 0) narrow(node, 0, high[b] - 1);
            }
            case BV_AND -> {
                if (low[a] >= 0 && low[b] >= 0) narrow(node, 0, Math.min(high[a], high[b]));
                else if (low[a] >= 0) narrow(node, 0, high[a]);
                else if (low[b] >= 0) narrow(node, 0, high[b]);
            }
            default -> {}
        }
    }

    /** The largest unsigned value that the bits known to be zero allow. */
    long upperBound(int node) {
        if (table.is(node, Operator.BV_CONSTANT)) return table.value(node);
        int bits = table.width(node) - table.leadingZeros(node);
        if (bits == 0) return 0;
        return Meaning.mask(bits) & -1L << table.trailingZeros(node);
    }

    private void sum(int node, long lowA, long highA, long lowB, long highB, long least) {
        long from = lowA + lowB;
        long to = highA + highB;
        boolean fits = ((lowA ^ from) & (lowB ^ from)) >= 0
                && ((highA ^ to) & (highB ^ to)) >= 0
                && from >= least
                && to <= ~least;
        if (fits) narrow(node, from, to);
    }

    private void narrow(int node, long from, long to) {
        set(node, Math.max(low[node], from), Math.min(high[node], to));
    }

    private void set(int node, long from, long to) {
        low[node] = from;
        high[node] = to;
    }
}
