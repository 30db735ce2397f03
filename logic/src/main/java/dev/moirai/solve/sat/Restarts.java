package dev.moirai.solve.sat;

/**
 * When to restart. Two modes take turns: in the <em>focused</em> one a restart comes as soon as recent clauses have
 * higher glue than usual (Audemard and Simon 2012, with exponential averages as in Biere and Fröhlich 2015); in the
 * <em>stable</em> one restarts are rare, by the reluctant doubling sequence of Knuth, which suits satisfiable formulas.
 */
final class Restarts {
    private static final double MARGIN = 1.1;
    private static final int SHORTEST = 2;
    private static final int RELUCTANT_UNIT = 1024;

    private boolean stable;
    private long modeEnds = 1000;
    private long modeLength = 1000;
    private double fast;
    private double slow;
    private double fastBias = 1;
    private double slowBias = 1;
    private long next = SHORTEST;
    private long u = 1;
    private long v = 1;
    private long reluctantLeft = RELUCTANT_UNIT;

    boolean isStable() {
        return stable;
    }

    void conflict(int glue) {
        fast += (glue - fast) * 0.03;
        slow += (glue - slow) * 1e-4;
        fastBias *= 1 - 0.03;
        slowBias *= 1 - 1e-4;
        if (stable) reluctantLeft--;
    }

    /** Whether to restart now; may change the mode. */
    boolean isDue(long conflicts) {
        if (conflicts >= modeEnds) {
            stable = !stable;
            if (!stable) modeLength += modeLength / 2;
            modeEnds = conflicts + modeLength;
            next = conflicts + SHORTEST;
            return true;
        }
        if (stable) {
            if (reluctantLeft > 0) return false;
            if ((u & -u) == v) {
                u++;
                v = 1;
            } else {
                v *= 2;
            }
            reluctantLeft = v * RELUCTANT_UNIT;
            return true;
        }
        if (conflicts < next || fast / (1 - fastBias) < MARGIN * slow / (1 - slowBias)) return false;
        next = conflicts + SHORTEST;
        return true;
    }
}
