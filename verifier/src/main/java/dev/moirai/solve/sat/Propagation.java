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

    /** Assigns what is forced; a clause that became false, or {@link ClauseArena#NO_CLAUSE}. */
    int run(ClauseArena arena) {
        byte[] values = trail.values;
        int[] data = arena.data;
        IntStack literals = trail.literals;
        int conflict = NO_CLAUSE;
        int begin = trail.propagated;
        while (conflict == NO_CLAUSE && trail.propagated < literals.size) {
            int literal = literals.data[trail.propagated++];
            int falseLiteral = literal ^ 1;
            int[] list = watches.entries[literal];
            int size = watches.sizes[literal];
            int from = 0;
            int to = 0;
            while (from < size) {
                int blocker = list[from];
                int entry = list[from + 1];
                from += 2;
                list[to] = blocker;
                list[to + 1] = entry;
                to += 2;
                int blockerValue = values[blocker];
                if (blockerValue > 0) continue;
                if (entry < 0) {
                    if (blockerValue < 0) {
                        conflict = ~entry;
                        break;
                    }
                    trail.assign(blocker, ~entry);
                    continue;
                }
                int start = entry + HEADER;
                int other = data[start] ^ data[start + 1] ^ falseLiteral;
                int otherValue = values[other];
                if (otherValue > 0) {
                    list[to - 2] = other;
                    continue;
                }
                int end = start + data[entry];
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
                        conflict = entry;
                        break;
                    }
                    trail.assign(other, entry);
                } else if (value > 0) {
                    list[to - 2] = replacement;
                } else {
                    data[start] = other;
                    data[start + 1] = replacement;
                    data[at] = falseLiteral;
                    watches.add(replacement ^ 1, other, entry);
                    to -= 2;
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
