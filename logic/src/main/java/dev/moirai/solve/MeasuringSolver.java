package dev.moirai.solve;

/** Counts checks and the time they take. */
public final class MeasuringSolver extends ForwardingSolver {
    private int checks;
    private long nanos;

    public MeasuringSolver(Solver inner) {
        super(inner);
    }

    @Override
    public Answer check(Limit limit, int... assumptions) {
        long start = System.nanoTime();
        try {
            return super.check(limit, assumptions);
        } finally {
            checks++;
            nanos += System.nanoTime() - start;
        }
    }

    @Override
    public Statistics statistics() {
        return super.statistics().withTime(checks, nanos / 1e9);
    }
}
