package dev.moirai.rely.transition;

/**
 * A variable at a moment, encoded in one number: what the coefficients of linear expressions belong to. The moments of
 * a transition are {@link #NOW} and {@link #NEXT}; proofs over several transitions number more of them.
 */
public final class Column {
    public static final int NOW = 0;
    public static final int NEXT = 1;

    private static final int INDEX_BITS = 20;
    /** Variables have numbers below this one. */
    static final int MOST_VARIABLES = 1 << INDEX_BITS;

    private static final long INDEX_MASK = (1L << INDEX_BITS) - 1;

    private Column() {}

    public static long of(Variable variable, int moment) {
        return of(variable.index(), moment);
    }

    public static long of(int variable, int moment) {
        return (long) moment << INDEX_BITS | variable;
    }

    public static int variable(long column) {
        return (int) (column & INDEX_MASK);
    }

    public static int moment(long column) {
        return (int) (column >> INDEX_BITS);
    }
}
