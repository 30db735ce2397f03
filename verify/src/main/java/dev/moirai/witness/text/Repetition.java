package dev.moirai.witness.text;

import java.util.ArrayList;
import java.util.List;

/** Finds blocks of rows that are repeated, such as those of a thread that waits in a loop. */
sealed interface Repetition {
    record Once(InterleavingRow row) implements Repetition {}

    /** The {@code period} rows just shown come {@code more} times again, up to step {@code last}. */
    record Again(int period, int more, int last) implements Repetition {}

    int LONGEST = 12;

    static List<Repetition> fold(List<InterleavingRow> rows) {
        var folded = new ArrayList<Repetition>();
        int i = 0;
        while (i < rows.size()) {
            int period = 0;
            int repeats = 0;
            for (int p = 1; p <= LONGEST && repeats == 0; p++) {
                int r = repeats(rows, i, p);
                // Shorten only if that saves at least three rows.
                if (r >= 2 && r * p >= 3) {
                    period = p;
                    repeats = r;
                }
            }
            if (repeats == 0) {
                folded.add(new Once(rows.get(i++)));
                continue;
            }
            for (int k = 0; k < period; k++) folded.add(new Once(rows.get(i + k)));
            i += period * (repeats + 1);
            folded.add(new Again(period, repeats, rows.get(i - 1).last()));
        }
        return folded;
    }

    /** How many times the block of {@code period} rows at {@code start} is repeated right after itself. */
    private static int repeats(List<InterleavingRow> rows, int start, int period) {
        int repeats = 0;
        while (true) {
            int next = start + period * (repeats + 1);
            if (next + period > rows.size()) return repeats;
            for (int k = 0; k < period; k++) {
                if (!rows.get(start + k).looksLike(rows.get(next + k))) return repeats;
            }
            repeats++;
        }
    }
}
