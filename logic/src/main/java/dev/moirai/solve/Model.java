package dev.moirai.solve;

import dev.moirai.logic.Assignment;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.IntToLongFunction;

/** Values of the variables that a formula mentions; all others are 0. A model stays valid when its solver moves on. */
public final class Model implements Assignment {
    private final int[] variables;
    private final long[] values;

    private Model(int[] variables, long[] values) {
        this.variables = variables;
        this.values = values;
    }

    public static Model of(Collection<Integer> variables, IntToLongFunction value) {
        int[] sorted = variables.stream().mapToInt(Integer::intValue).sorted().toArray();
        long[] values = new long[sorted.length];
        Arrays.setAll(values, i -> value.applyAsLong(sorted[i]));
        return new Model(sorted, values);
    }

    /** A bit-vector's value as an unsigned number, a boolean's as 0 or 1. */
    @Override
    public long value(int variable) {
        int at = Arrays.binarySearch(variables, variable);
        return at >= 0 ? values[at] : 0;
    }
}
