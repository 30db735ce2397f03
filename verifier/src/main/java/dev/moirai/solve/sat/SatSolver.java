package dev.moirai.solve.sat;

import dev.moirai.solve.Limit;
import dev.moirai.solve.blast.Clauses;

/** Decides clauses. Literals are as in DIMACS. */
public interface SatSolver extends Clauses, AutoCloseable {
    enum Result {
        SATISFIABLE,
        UNSATISFIABLE,
        UNKNOWN
    }

    Result solve(Limit limit, int... assumptions);

    /** Whether {@link #before} can be said. */
    default boolean knowsOrders() {
        return false;
    }

    /**
     * Whenever the literal is true, one thing is before another; {@code 0} for a literal says: always. Things are numbers
     * from 0 on. No cycle comes of what is true.
     */
    default void before(int literal, int first, int second) {
        throw new UnsupportedOperationException("has no orders");
    }

    /** The value of its variable to try first, once: a hint that may be ignored. */
    default void suggest(int literal) {}

    /** After {@link Result#SATISFIABLE}: whether the variable is true in the model. */
    boolean isTrue(int variable);

    /** After {@link Result#UNSATISFIABLE}: whether the assumption was used to get there. */
    boolean isFailed(int assumption);

    /** After {@link Result#UNKNOWN}: why. */
    String reason();

    int variables();

    long clauses();

    long conflicts();

    @Override
    void close();
}
