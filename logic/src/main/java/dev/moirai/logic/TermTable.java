package dev.moirai.logic;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Storage and hash-consing: four ints a node (head and three operands) in one array, and an open-addressing table of node
 * numbers. Node 0 does not exist, node 1 is true.
 *
 * <p>The head packs, from the low bits: operator (6), width (7; 0 for a boolean), number of leading zero bits known
 * (7), of trailing zero bits known (4, at most 15 recorded), whether all leaves of a tree of choices are constants (1), and
 * the leaves of that tree (7; 0 if it is no chain that a comparison may be pushed through, see {@link ChoiceRules}).
 */
final class TermTable {
    static final int MOST_LEAVES = 127;

    private static final int OP_MASK = 63;
    private static final int MOST_TRAILING = 15;
    private static final int ALL_CONSTANT = 1 << 24;

    private int[] nodes = new int[1 << 12];
    private int[] table = new int[1 << 11];
    private int size = 1;

    /** Between two looks at the clock; building so many terms takes some milliseconds. */
    private static final int LOOK_EVERY = 1 << 14;

    private BooleanSupplier isOver = () -> false;
    private int untilNextLook = LOOK_EVERY;

    /** From now on {@link #intern} throws {@link OutOfTime} when this says so; returns what was asked before. */
    BooleanSupplier giveUpWhen(BooleanSupplier newIsOver) {
        BooleanSupplier before = isOver;
        isOver = newIsOver;
        return before;
    }

    boolean isOver() {
        return isOver.getAsBoolean();
    }

    void lookAtClock() {
        if (isOver()) throw new OutOfTime();
    }

    int size() {
        return size;
    }

    static int head(Operator op, int width) {
        return op.ordinal() | width << 6;
    }

    static int head(Operator op, int width, int leadingZeros, int trailingZeros) {
        return op.ordinal() | width << 6 | leadingZeros << 13 | Math.min(trailingZeros, MOST_TRAILING) << 20;
    }

    static int withLeaves(int head, int leaves, boolean allConstant) {
        return head | leaves << 25 | (allConstant ? ALL_CONSTANT : 0);
    }

    /** The node with this content, made if it is new. */
    int intern(int head, int a, int b, int c) {
        if (--untilNextLook == 0) {
            untilNextLook = LOOK_EVERY;
            lookAtClock();
        }
        int[] nodes = this.nodes;
        int[] table = this.table;
        int mask = table.length - 1;
        int slot = hash(head, a, b, c) & mask;
        for (int node = table[slot]; node != 0; node = table[slot]) {
            int at = node << 2;
            if (nodes[at] == head && nodes[at + 1] == a && nodes[at + 2] == b && nodes[at + 3] == c) return node;
            slot = (slot + 1) & mask;
        }
        int node = size++;
        int at = node << 2;
        if (at + 4 > nodes.length) {
            if (nodes.length >= 1 << 30) throw new OutOfMemoryError("over 268 million terms");
            nodes = this.nodes = Arrays.copyOf(nodes, nodes.length * 2);
        }
        nodes[at] = head;
        nodes[at + 1] = a;
        nodes[at + 2] = b;
        nodes[at + 3] = c;
        table[slot] = node;
        if (size > table.length / 2) rehash();
        return node;
    }

    /** The node with this content; 0 if there is none. */
    int find(int head, int a, int b, int c) {
        int mask = table.length - 1;
        for (int slot = hash(head, a, b, c) & mask; table[slot] != 0; slot = (slot + 1) & mask) {
            if (isNode(table[slot], head, a, b, c)) return table[slot];
        }
        return 0;
    }

    private boolean isNode(int node, int head, int a, int b, int c) {
        int at = node << 2;
        return nodes[at] == head && nodes[at + 1] == a && nodes[at + 2] == b && nodes[at + 3] == c;
    }

    private void rehash() {
        int[] larger = new int[table.length * 2];
        int mask = larger.length - 1;
        for (int node = 1; node < size; node++) {
            int at = node << 2;
            int slot = hash(nodes[at], nodes[at + 1], nodes[at + 2], nodes[at + 3]) & mask;
            while (larger[slot] != 0) slot = (slot + 1) & mask;
            larger[slot] = node;
        }
        table = larger;
    }

    private static int hash(int head, int a, int b, int c) {
        long h = ((long) a << 32 ^ b) * 0x9E3779B97F4A7C15L ^ ((long) head << 32 ^ c) * 0xC2B2AE3D27D4EB4FL;
        h ^= h >>> 29;
        h *= 0xD6E8FEB86659FD93L;
        return (int) (h >>> 32);
    }

    Operator op(int node) {
        return Operator.of(nodes[node << 2] & OP_MASK);
    }

    boolean is(int node, Operator op) {
        return (nodes[node << 2] & OP_MASK) == op.ordinal();
    }

    int width(int node) {
        return nodes[node << 2] >>> 6 & 127;
    }

    int leadingZeros(int node) {
        return nodes[node << 2] >>> 13 & 127;
    }

    int trailingZeros(int node) {
        return nodes[node << 2] >>> 20 & 15;
    }

    int leaves(int node) {
        return nodes[node << 2] >>> 25;
    }

    boolean allConstant(int node) {
        return (nodes[node << 2] & ALL_CONSTANT) != 0;
    }

    int first(int node) {
        return nodes[(node << 2) + 1];
    }

    int second(int node) {
        return nodes[(node << 2) + 2];
    }

    int third(int node) {
        return nodes[(node << 2) + 3];
    }

    /** The value of a constant; a bit-vector's as an unsigned number. */
    long value(int node) {
        int at = node << 2;
        return (long) nodes[at + 2] << 32 | nodes[at + 1] & 0xffff_ffffL;
    }
}
