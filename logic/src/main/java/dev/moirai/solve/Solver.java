package dev.moirai.solve;

import dev.moirai.logic.Precedence;
import dev.moirai.logic.TermPool;

/**
 * Decides boolean terms of one pool. Assertions stay for good; what shall hold for one check only is an assumption. A
 * solver keeps what it learnt from one check to the next. It is used by one thread at a time; only {@link Limit#cancel}
 * may be called from another.
 *
 * <p>A solver does not throw when it fails (a killed process, a missing library function, exhausted memory of a native
 * library): that is an {@link Satisfiability.Unknown} with the reason.
 */
public interface Solver extends AutoCloseable {
    /** The name as a user writes it: {@code bitwuzla}, {@code moirai}, {@code z3 -in}. */
    String name();

    TermPool pool();

    /** Asserts the term. */
    void add(int term);

    /** Asserts that some order obeys the constraints. */
    default void add(Precedence precedence) {
        add(precedence.clocks(pool()));
    }

    /** Suggests a value that is worth trying first. Nothing follows from it; a solver may ignore it. */
    default void suggest(int variable, long value) {}

    /** Answers {@link Satisfiability.Unknown} soon after the limit is reached; the solver stays usable. */
    Satisfiability check(Limit limit, int... assumptions);

    default Satisfiability check(int... assumptions) {
        return check(Limit.none(), assumptions);
    }

    SolverStatistics statistics();

    @Override
    void close();
}
