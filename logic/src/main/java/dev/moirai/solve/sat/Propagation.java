package dev.moirai.solve.sat;

import static dev.moirai.solve.sat.ClauseArena.HEADER;
import static dev.moirai.solve.sat.ClauseArena.NO_CLAUSE;

/** Unit propagation: where a SAT solver spends its time. */
final class Propagation {
    private final Trail trail;
    private final Watches watches;
    long propagations;

    Propagation(Trail trail, Watches watches) {
        this.trail = trail;
        this.watches = watches;
    }

    /** Assigns what is forced; returns a clause that became false, or {@link ClauseArena#NO_CLAUSE}. */
    int run(ClauseArena arena) {
        byte[] values = trail.values;
        int[] data = arena.data;
        IntStack literals = trail.literals;
        int conflict = NO_CLAUSE;
        int begin = trail.propagated;
        while (conflict == NO_CLAUSE && trail.propagated < literals.size) {
            int literal = literals.data[trail.propagated++];
            int falseLiteral = literal ^ 1;
            long[] list = watches.entries[literal];
            int size = watches.sizes[literal];
            int from = 0;
            int to = 0;
            while (from < size) {
                long entry = list[from++];
                list[to++] = entry;
                int blocker = (int) entry;
                int blockerValue = values[blocker];
                if (blockerValue > 0) continue;
                int ref = (int) (entry >> 32);
                if (ref < 0) {
                    if (blockerValue < 0) {
                        conflict = ~ref;
                        break;
                    }
                    trail.assign(blocker, ~ref);
                    continue;
                }
                int start = ref + HEADER;
                int other = data[start] ^ data[start + 1] ^ falseLiteral;
                int otherValue = values[other];
                if (otherValue > 0) {
                    list[to - 1] = Watches.entry(other, ref);
                    continue;
                }
                int end = start + data[ref];
                int at = start + 2;
                int value = -1;
                int replacement = 0;
                for (; at < end; at++) {
                    replacement = data[at];
                    value = values[replacement];
                    if (value >= 0) break;
                }
                if (at == end) {
                    if (otherValue < 0) {
                        conflict = ref;
                        break;
                    }
                    trail.assign(other, ref);
                } else if (value > 0) {
                    list[to - 1] = Watches.entry(replacement, ref);
                } else {
                    data[start] = other;
                    data[start + 1] = replacement;
                    data[at] = falseLiteral;
                    watches.add(replacement ^ 1, Watches.entry(other, ref));
                    to--;
                }
            }
            if (from != to) {
                while (from < size) list[to++] = list[from++];
                watches.sizes[literal] = to;
            }
        }
        propagations += trail.propagated - begin;
        return conflict;
    }
}
