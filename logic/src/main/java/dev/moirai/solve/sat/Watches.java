package dev.moirai.solve.sat;

import java.util.Arrays;

/**
 * For every literal the clauses to look at when it becomes true, because they watch its negation (two watched literals,
 * Moskewicz and others, Chaff, DAC 2001). An entry holds in its lower half another literal of the clause, which saves a look
 * at the clause if it is true, and in its upper half the reference, complemented for a clause of two literals.
 */
final class Watches {
    long[][] entries = new long[32][];
    int[] sizes = new int[32];
    private static final long[] EMPTY = new long[0];

    void addVariable(int variable) {
        int literals = 2 * variable + 2;
        if (literals > sizes.length) {
            entries = Arrays.copyOf(entries, 2 * literals);
            sizes = Arrays.copyOf(sizes, 2 * literals);
        }
        entries[2 * variable] = EMPTY;
        entries[2 * variable + 1] = EMPTY;
    }

    static long entry(int blocker, int ref) {
        return (long) ref << 32 | blocker;
    }

    void add(int literal, long entry) {
        int size = sizes[literal];
        long[] list = entries[literal];
        if (size == list.length) list = entries[literal] = Arrays.copyOf(list, size == 0 ? 2 : size * 2);
        list[size] = entry;
        sizes[literal] = size + 1;
    }

    /** Watches the first two literals of a clause. */
    void attach(ClauseArena arena, int ref) {
        int a = arena.data[ref + ClauseArena.HEADER];
        int b = arena.data[ref + ClauseArena.HEADER + 1];
        int coded = arena.size(ref) == 2 ? ~ref : ref;
        add(a ^ 1, entry(b, coded));
        add(b ^ 1, entry(a, coded));
    }
}
