package dev.moirai.solve.sat;

import java.util.Arrays;

/**
 * For every literal the clauses to look at when it becomes true, because they watch its negation (two watched literals,
 * Moskewicz and others, Chaff, DAC 2001). An entry is two ints: another literal of the clause, which saves a look at the
 * clause if it is true, and the reference, complemented for a clause of two literals.
 */
final class Watches {
    int[][] entries = new int[32][];
    int[] sizes = new int[32];
    private static final int[] EMPTY = new int[0];

    void addVariable(int variable) {
        int literals = 2 * variable + 2;
        if (literals > sizes.length) {
            entries = Arrays.copyOf(entries, 2 * literals);
            sizes = Arrays.copyOf(sizes, 2 * literals);
        }
        entries[2 * variable] = EMPTY;
        entries[2 * variable + 1] = EMPTY;
    }

    void add(int literal, int blocker, int entry) {
        int size = sizes[literal];
        int[] list = entries[literal];
        if (size == list.length) list = entries[literal] = Arrays.copyOf(list, size == 0 ? 4 : size * 2);
        list[size] = blocker;
        list[size + 1] = entry;
        sizes[literal] = size + 2;
    }

    /** Watches the first two literals of a clause. */
    void attach(ClauseArena arena, int ref) {
        int a = arena.data[ref + ClauseArena.HEADER];
        int b = arena.data[ref + ClauseArena.HEADER + 1];
        int entry = arena.size(ref) == 2 ? ~ref : ref;
        add(a ^ 1, b, entry);
        add(b ^ 1, a, entry);
    }
}
