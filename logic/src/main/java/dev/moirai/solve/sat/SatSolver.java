package dev.moirai.solve.sat;

import dev.moirai.solve.Limit;
import dev.moirai.solve.blast.ClauseSink;

/** Decides clauses. Literals are as in DIMACS. */
public interface SatSolver extends ClauseSink, AutoCloseable {
    enum Result {
        SATISFIABLE,
        UNSATISFIABLE,
        UNKNOWN
    }

    Result solve(Limit limit, int... assumptions);

    /** Whether {@link #before}, {@link #sees} and {@link #writes} are supported. */
    default boolean knowsOrders() {
        return false;
    }

    /**
     * Whenever the literal is true, {@code first} comes before {@code second}; literal {@code 0} means always. Things
     * are numbered from 0. What the true literals say together must have no cycle.
     */
    default void before(int literal, int first, int second) {
        throw new UnsupportedOperationException("has no orders");
    }

    /**
     * Whenever the literal is true, {@code reader} sees what {@code writer} wrote at a place: nobody else that {@link #writes}
     * there is between them. A negative writer is before everything. That of two writers whose literals are true one is
     * before the other must follow from the other constraints.
     */
    default void sees(int literal, int writer, int reader, int place) {
        throw new UnsupportedOperationException("has no orders");
    }

    /** Whenever the literal is true, {@code writer} writes at the place. */
    default void writes(int literal, int writer, int place) {
        throw new UnsupportedOperationException("has no orders");
    }

    /** Suggests to make the literal true when its variable is first decided; may be ignored. */
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
