package dev.moirai.verify.livelock;

import java.util.ArrayList;
import java.util.List;

/**
 * The bounds of the symbolic search for fair lassos. Rounds are those of MUTANT: every thread runs once in each, and
 * the run that is found has {@code stem + lasso - 1} of them before the first of the {@code lasso} rounds that repeat.
 */
public record LassoBounds(int stem, int lasso, int unwind) {
    public LassoBounds {
        if (stem < 0 || lasso < 1 || unwind < 1) throw new IllegalArgumentException("no bounds");
    }

    /** All bounds with so many contexts for each thread, the longest stems first. */
    public static List<LassoBounds> ofContexts(int contexts, int unwind) {
        var all = new ArrayList<LassoBounds>();
        for (int lasso = 1; lasso <= contexts; lasso++) all.add(new LassoBounds(contexts - lasso, lasso, unwind));
        return all;
    }

    /** How a verdict names these bounds, which are a single one or those of {@link #ofContexts}. */
    static String name(List<LassoBounds> all) {
        LassoBounds last = all.getLast();
        return all.size() == 1 ? last.toString() : "contexts=" + (last.stem + last.lasso) + " unwind=" + last.unwind;
    }

    @Override
    public String toString() {
        return "stem=" + stem + " lasso=" + lasso + " unwind=" + unwind;
    }
}
