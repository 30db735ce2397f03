package dev.moirai.solve;

/**
 * The size and cost of the propositional formula so far; all zero for a solver that does not tell.
 *
 * @param clauses given, not learnt
 * @param conflicts met in the search
 */
public record SolverStatistics(long variables, long clauses, long conflicts) {
    public static final SolverStatistics NONE = new SolverStatistics(0, 0, 0);
}
