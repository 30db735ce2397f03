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
