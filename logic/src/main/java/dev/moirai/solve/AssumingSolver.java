package dev.moirai.solve;

import java.util.Arrays;

/** A solver that is asked about some cases only: each check assumes them, and what is learnt stays true of all cases. */
public final class AssumingSolver extends ForwardingSolver {
    private final int[] cases;

    public AssumingSolver(Solver inner, int... cases) {
        super(inner);
        this.cases = cases.clone();
    }

    @Override
    public Satisfiability check(Limit limit, int... assumptions) {
        int[] all = Arrays.copyOf(cases, cases.length + assumptions.length);
        System.arraycopy(assumptions, 0, all, cases.length, assumptions.length);
        return super.check(limit, all);
    }
}
