package dev.moirai.witness.story;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/** Leaves out blocks of rows that are repeated, such as those of a thread that waits in a loop. */
final class Rounds {
    private static final int LONGEST = 12;

    private Rounds() {}

    /** Rows that are repeated without any difference are told once. */
    static List<Part> withoutSame(List<StoryRow> rows) {
        var parts = new ArrayList<Part>();
        int i = 0;
        while (i < rows.size()) {
            int period = 0;
            int repeats = 0;
            for (int p = 1; p <= LONGEST && repeats == 0; p++) {
                int r = repeats(rows, i, p, StoryRow::looksLike);
                // Shorten only if that saves at least three rows.
                if (r >= 2 && r * p >= 3) {
                    period = p;
                    repeats = r;
                }
            }
            if (repeats == 0) {
                parts.add(new Part.Shown(rows.get(i++)));
                continue;
            }
            for (int k = 0; k < period; k++) parts.add(new Part.Shown(rows.get(i + k)));
            int from = rows.get(i + period).first();
            i += period * (repeats + 1);
            int last = rows.get(i - 1).last();
            String what = period == 1 ? "the step above" : "the " + period + " rows above";
            parts.add(new Part.Left(from, last, what + " " + repeats + " times more, up to step " + last));
        }
        return parts;
    }

    /** Of rows that differ only in values the first and the last round are told, and how many there are between them. */
    static List<Part> withoutAlike(List<StoryRow> rows) {
        var parts = new ArrayList<Part>();
        var single = new ArrayList<StoryRow>();
        int i = 0;
        while (i < rows.size()) {
            int period = 0;
            int repeats = 0;
            for (int p = 1; p <= LONGEST && repeats == 0; p++) {
                int r = repeats(rows, i, p, StoryRow::isAtThePlaceOf);
                // The last round stays, so that two are needed to leave one out.
                if (r >= 3 && (r - 1) * p >= 3) {
                    period = p;
                    repeats = r;
                }
            }
            if (repeats == 0) {
                single.add(rows.get(i++));
                continue;
            }
            single.addAll(rows.subList(i, i + period));
            parts.addAll(withoutSame(single));
            single.clear();
            int from = rows.get(i + period).first();
            i += period * repeats;
            int last = rows.get(i - 1).last();
            parts.add(new Part.Left(
                    from, last, (repeats - 1) + " more rounds like this, with other values, up to step " + last));
        }
        parts.addAll(withoutSame(single));
        return parts;
    }

    /** How many times the block of {@code period} rows at {@code start} is repeated right after itself. */
    private static int repeats(List<StoryRow> rows, int start, int period, BiPredicate<StoryRow, StoryRow> alike) {
        int repeats = 0;
        while (true) {
            int next = start + period * (repeats + 1);
            if (next + period > rows.size()) return repeats;
            for (int k = 0; k < period; k++) {
                if (!alike.test(rows.get(start + k), rows.get(next + k))) return repeats;
            }
            repeats++;
        }
    }
}
