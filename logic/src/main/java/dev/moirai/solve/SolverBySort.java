package dev.moirai.solve;

import dev.moirai.logic.Precedence;
import dev.moirai.logic.TermPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A solver for booleans and bit-vectors, until the first term with integers, reals or arrays in it comes: then another
 * one, which is told everything anew. Programs without such values never see the second.
 */
public final class SolverBySort implements Solver {
    private final SortsOf sorts;
    private final Supplier<Solver> general;
    private final Optional<String> unavailable;
    private final List<Runnable> told = new ArrayList<>();
    private Solver current;
    private boolean isGeneral;
    private boolean isStuck;

    /** @param unavailable why {@code general} cannot be asked, if it cannot */
    public SolverBySort(Solver forBits, Supplier<Solver> general, Optional<String> unavailable) {
        this.current = forBits;
        this.general = general;
        this.unavailable = unavailable;
        this.sorts = new SortsOf(forBits.pool());
    }

    private void prepareFor(int term) {
        if (isGeneral || isStuck || !sorts.hasMath(term)) return;
        if (unavailable.isPresent()) {
            isStuck = true;
            return;
        }
        current.close();
        current = general.get();
        isGeneral = true;
        told.forEach(Runnable::run);
        told.clear();
    }

    private void tell(Runnable message) {
        if (isStuck) return;
        if (!isGeneral && pool().hasMath()) told.add(message);
        message.run();
    }

    @Override
    public String name() {
        return current.name();
    }

    @Override
    public TermPool pool() {
        return current.pool();
    }

    @Override
    public void add(int term) {
        prepareFor(term);
        tell(() -> current.add(term));
    }

    @Override
    public void add(Precedence precedence) {
        for (int edge = 0; edge < precedence.edges(); edge++) prepareFor(precedence.literal(edge));
        for (Precedence.View view : precedence.views()) prepareFor(view.literal());
        for (Precedence.Write write : precedence.writes()) prepareFor(write.literal());
        tell(() -> current.add(precedence));
    }

    @Override
    public void suggest(int variable, long value) {
        current.suggest(variable, value);
    }

    @Override
    public Satisfiability check(Limit limit, int... assumptions) {
        for (int assumption : assumptions) prepareFor(assumption);
        if (isStuck) return new Satisfiability.Unknown(unavailable.orElse("integers cannot be decided"));
        return current.check(limit, assumptions);
    }

    @Override
    public SolverStatistics statistics() {
        return current.statistics();
    }

    @Override
    public void close() {
        current.close();
    }
}
