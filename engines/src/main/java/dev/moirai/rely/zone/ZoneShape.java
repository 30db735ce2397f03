package dev.moirai.rely.zone;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * The columns that a zone is about. Differences are kept for the {@code numeric} ones only; flags are compared with
 * constants alone, and there are many of them.
 */
final class ZoneShape {
    private final int size;
    /** For each column, 0 if it is a flag, else its number among the numeric ones, from 1 on. */
    private final int[] ranks;

    private final int numeric;

    ZoneShape(List<Long> columns, LongPredicate isFlag) {
        this.size = columns.size();
        this.ranks = new int[size];
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (!isFlag.test(columns.get(i))) ranks[i] = ++count;
        }
        this.numeric = count;
    }

    int size() {
        return size;
    }

    int numeric() {
        return numeric;
    }

    int rank(int column) {
        return ranks[column];
    }

    @Override
    public String toString() {
        return Arrays.toString(ranks);
    }
}
