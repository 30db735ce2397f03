package dev.moirai.rely.zone;

import java.util.Arrays;

/**
 * Bounds of integers, and of the differences of numeric ones (Miné, A New Numerical Abstract Domain Based on
 * Difference-Bound Matrices, 2001). Mutable; operations that tighten say whether anything is left.
 */
final class Zone {
    /** No bound. Numbers of this size and more are not told apart, which only makes zones larger. */
    static final long NONE = 1L << 61;

    private final ZoneShape shape;
    /** Of flags, and unused for the others. */
    private final long[] low;

    private final long[] high;
    /** Row i, column j: the upper bound of the i-th numeric column minus the j-th; the 0-th is the number 0. */
    private final long[] differences;

    private final int stride;

    private Zone(ZoneShape shape, long[] low, long[] high, long[] differences) {
        this.shape = shape;
        this.low = low;
        this.high = high;
        this.differences = differences;
        this.stride = shape.numeric() + 1;
    }

    static Zone all(ZoneShape shape) {
        int stride = shape.numeric() + 1;
        var low = new long[shape.size()];
        var high = new long[shape.size()];
        var differences = new long[stride * stride];
        Arrays.fill(low, -NONE);
        Arrays.fill(high, NONE);
        Arrays.fill(differences, NONE);
        for (int i = 0; i < stride; i++) differences[i * stride + i] = 0;
        return new Zone(shape, low, high, differences);
    }

    Zone copy() {
        return new Zone(shape, low.clone(), high.clone(), differences.clone());
    }

    ZoneShape shape() {
        return shape;
    }

    long low(int column) {
        int rank = shape.rank(column);
        return rank == 0 ? low[column] : -differences[rank];
    }

    long high(int column) {
        int rank = shape.rank(column);
        return rank == 0 ? high[column] : differences[rank * stride];
    }

    boolean isConstant(int column) {
        return low(column) == high(column);
    }

    /** The upper bound of one numeric column minus another; none for flags. */
    long difference(int left, int right) {
        int i = shape.rank(left);
        int j = shape.rank(right);
        return i == 0 || j == 0 ? NONE : differences[i * stride + j];
    }

    // ---- smaller -----------------------------------------------------------------------------------------------

    /** What {@link #atMost} and the like did. */
    enum Change {
        NOTHING,
        SMALLER,
        EMPTY
    }

    Change atMost(int column, long bound) {
        if (bound >= high(column)) return Change.NOTHING;
        long kept = Math.max(bound, -NONE);
        int rank = shape.rank(column);
        if (rank == 0) high[column] = kept;
        else differences[rank * stride] = kept;
        return kept < low(column) ? Change.EMPTY : Change.SMALLER;
    }

    Change atLeast(int column, long bound) {
        if (bound <= low(column)) return Change.NOTHING;
        long kept = Math.min(bound, NONE);
        int rank = shape.rank(column);
        if (rank == 0) low[column] = kept;
        else differences[rank] = -kept;
        return kept > high(column) ? Change.EMPTY : Change.SMALLER;
    }

    /** {@code left - right <= bound}, for numeric columns. */
    Change differenceAtMost(int left, int right, long bound) {
        int at = shape.rank(left) * stride + shape.rank(right);
        if (bound >= differences[at]) return Change.NOTHING;
        differences[at] = Math.max(bound, -NONE);
        return Change.SMALLER;
    }

    /** All that follows from differences; false if nothing is left. */
    boolean close() {
        for (int k = 0; k < stride; k++) {
            for (int i = 0; i < stride; i++) {
                long first = differences[i * stride + k];
                if (first >= NONE || i == k) continue;
                for (int j = 0; j < stride; j++) {
                    long second = differences[k * stride + j];
                    if (second >= NONE) continue;
                    long sum = Math.max(first + second, -NONE);
                    if (sum < differences[i * stride + j]) differences[i * stride + j] = sum;
                }
            }
        }
        for (int i = 0; i < stride; i++) if (differences[i * stride + i] < 0) return false;
        return true;
    }

    /** Requires what another zone says; its column {@code i} is {@code at[i]} here. False if nothing is left. */
    boolean meet(Zone other, int[] at) {
        for (int i = 0; i < at.length; i++) {
            if (atLeast(at[i], other.low(i)) == Change.EMPTY || atMost(at[i], other.high(i)) == Change.EMPTY) {
                return false;
            }
        }
        for (int i = 0; i < at.length; i++) {
            if (other.shape.rank(i) == 0 || shape.rank(at[i]) == 0) continue;
            for (int j = 0; j < at.length; j++) {
                long bound = other.difference(i, j);
                if (bound < NONE && i != j && shape.rank(at[j]) > 0) differenceAtMost(at[i], at[j], bound);
            }
        }
        return true;
    }

    /** The columns {@code at} alone, in this order. */
    Zone projected(ZoneShape to, int[] at) {
        Zone result = all(to);
        for (int i = 0; i < at.length; i++) {
            result.atLeast(i, low(at[i]));
            result.atMost(i, high(at[i]));
            for (int j = 0; j < at.length; j++) {
                if (i == j || to.rank(i) == 0 || to.rank(j) == 0) continue;
                if (shape.rank(at[i]) > 0 && shape.rank(at[j]) > 0)
                    result.differenceAtMost(i, j, at[i] == at[j] ? 0 : difference(at[i], at[j]));
            }
        }
        return result;
    }

    // ---- larger ------------------------------------------------------------------------------------------------

    boolean includes(Zone other) {
        for (int i = 0; i < low.length; i++) {
            if (shape.rank(i) == 0 && (other.low[i] < low[i] || other.high[i] > high[i])) return false;
        }
        for (int i = 0; i < differences.length; i++) if (other.differences[i] > differences[i]) return false;
        return true;
    }

    Zone joined(Zone other) {
        Zone result = copy();
        for (int i = 0; i < low.length; i++) {
            result.low[i] = Math.min(low[i], other.low[i]);
            result.high[i] = Math.max(high[i], other.high[i]);
        }
        for (int i = 0; i < differences.length; i++) {
            result.differences[i] = Math.max(differences[i], other.differences[i]);
        }
        return result;
    }

    /** The join, in which a bound that grew jumps to the next threshold, so that it grows a few times only. */
    Zone widened(Zone other, long[] thresholds) {
        Zone result = copy();
        for (int i = 0; i < low.length; i++) {
            if (other.low[i] < low[i]) result.low[i] = -above(-other.low[i], thresholds);
            if (other.high[i] > high[i]) result.high[i] = above(other.high[i], thresholds);
        }
        for (int i = 0; i < differences.length; i++) {
            if (other.differences[i] > differences[i]) result.differences[i] = above(other.differences[i], thresholds);
        }
        return result;
    }

    private static long above(long bound, long[] thresholds) {
        int at = Arrays.binarySearch(thresholds, bound);
        if (at >= 0) return bound;
        return -at - 1 < thresholds.length ? thresholds[-at - 1] : NONE;
    }
}
