package dev.moirai.solve;

import dev.moirai.logic.Precedence;
import dev.moirai.logic.TermPool;

/** A solver that forwards everything to another one; decorators override what they change. */
public abstract class ForwardingSolver implements Solver {
    private final Solver inner;

    protected ForwardingSolver(Solver inner) {
        this.inner = inner;
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public TermPool pool() {
        return inner.pool();
    }

    @Override
    public void add(int term) {
        inner.add(term);
    }

    @Override
    public void add(Precedence precedence) {
        inner.add(precedence);
    }

    @Override
    public void suggest(int variable, long value) {
        inner.suggest(variable, value);
    }

    @Override
    public Satisfiability check(Limit limit, int... assumptions) {
        return inner.check(limit, assumptions);
    }

    @Override
    public SolverStatistics statistics() {
        return inner.statistics();
    }

    @Override
    public void close() {
        inner.close();
    }
}
