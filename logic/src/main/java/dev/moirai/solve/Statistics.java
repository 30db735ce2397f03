package dev.moirai.solve;

/**
 * The size and cost of the propositional formula so far; all zero for a solver that does not tell.
 *
 * @param clauses given, not learnt
 * @param conflicts met in the search
 */
public record Statistics(long variables, long clauses, long conflicts) {
    public static final Statistics NONE = new Statistics(0, 0, 0);
}
