package dev.moirai.solve.sat;

import java.util.Arrays;

/**
 * Which node of a growing acyclic graph leads to which, as a table of bits: an edge costs about as much as there are new
 * pairs, a question nothing, and what an edge has added can be taken back.
 */
final class Reachability {
    private int nodes;
    private int words;
    /** The rows of nodes that are reached from each, then those of nodes that reach each. */
    private long[] rows = new long[0];

    /** What to write back: where, and what was there. */
    private final IntStack changedAt = new IntStack(256);

    private long[] changedFrom = new long[256];

    /** After {@link #add}: the nodes from which more is reached than before, and what, a row each. */
    final IntStack gainers = new IntStack(64);

    private long[] gains = new long[64];

    void clear(int size) {
        nodes = size;
        words = (size + 63) >> 6;
        rows = new long[2 * nodes * words];
        changedAt.size = 0;
    }

    boolean leads(int first, int second) {
        return (rows[first * words + (second >> 6)] >>> second & 1) != 0;
    }

    /** Of 64 nodes, those that {@code node} leads to. */
    long ledTo(int node, int word) {
        return rows[node * words + word];
    }

    /** Of 64 nodes, those that lead to {@code node}. */
    long leadingTo(int node, int word) {
        return rows[(nodes + node) * words + word];
    }

    /** How many changes there have been: what {@link #undo} goes back to. */
    int mark() {
        return changedAt.size;
    }

    void undo(int mark) {
        while (changedAt.size > mark) {
            changedAt.size--;
            rows[changedAt.data[changedAt.size]] = changedFrom[changedAt.size];
        }
    }

    /**
     * Takes in edges that have no cycle, all at once and for good: what a node reaches is what its successors reach, and
     * they. To add them one by one would look at all pairs of nodes again for each of them.
     *
     * @param sorted all nodes, each after those that lead to it
     * @param next by node, where its edges go
     */
    void close(int[] sorted, IntStack[] next) {
        for (int at = sorted.length - 1; at >= 0; at--) {
            int node = sorted[at];
            for (int i = 0; i < next[node].size; i++) join(node, next[node].data[i]);
        }
        for (int node : sorted) {
            for (int i = 0; i < next[node].size; i++) join(nodes + next[node].data[i], nodes + node);
        }
    }

    /** A row gets all of another, and the other's own node. */
    private void join(int row, int other) {
        for (int i = 0; i < words; i++) rows[row * words + i] |= rows[other * words + i];
        int node = other % nodes;
        rows[row * words + (node >> 6)] |= 1L << node;
    }

    /** As if the node had just gained all that it leads to. */
    void gainAll(int node) {
        gainers.size = 0;
        gainers.push(node);
        if (words > gains.length) gains = new long[words];
        System.arraycopy(rows, node * words, gains, 0, words);
    }

    /** Adds an edge that closes no cycle and is not implied. */
    void add(int from, int to) {
        gainers.size = 0;
        int sources = (nodes + from) * words;
        int targets = to * words;
        for (int word = 0; word < words; word++) {
            for (long left = withSelf(sources, from, word); left != 0; left &= left - 1) {
                int source = (word << 6) + Long.numberOfTrailingZeros(left);
                if (!leads(source, to)) gain(source, targets, to);
            }
        }
        for (int word = 0; word < words; word++) {
            for (long left = withSelf(targets, to, word); left != 0; left &= left - 1) {
                int target = (word << 6) + Long.numberOfTrailingZeros(left);
                int row = (nodes + target) * words;
                for (int i = 0; i < words; i++) set(row + i, rows[row + i] | withSelf(sources, from, i));
            }
        }
    }

    private long withSelf(int row, int node, int word) {
        return node >> 6 == word ? rows[row + word] | 1L << node : rows[row + word];
    }

    private void gain(int source, int targets, int to) {
        int gained = gainers.size * words;
        if (gained + words > gains.length) gains = Arrays.copyOf(gains, 2 * (gained + words));
        gainers.push(source);
        int row = source * words;
        for (int i = 0; i < words; i++) {
            long more = withSelf(targets, to, i) & ~rows[row + i];
            gains[gained + i] = more;
            if (more != 0) set(row + i, rows[row + i] | more);
        }
    }

    /** The gain of the {@code i}th of {@link #gainers}: 64 nodes of it. */
    long gain(int i, int word) {
        return gains[i * words + word];
    }

    boolean hasGained(int i, int node) {
        return (gains[i * words + (node >> 6)] >>> node & 1) != 0;
    }

    int words() {
        return words;
    }

    private void set(int at, long value) {
        if (rows[at] == value) return;
        if (changedAt.size == changedFrom.length) changedFrom = Arrays.copyOf(changedFrom, 2 * changedAt.size);
        changedFrom[changedAt.size] = rows[at];
        changedAt.push(at);
        rows[at] = value;
    }
}
