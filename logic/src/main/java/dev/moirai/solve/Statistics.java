package dev.moirai.solve;

/**
 * Sizes and costs so far; what a solver cannot tell is 0.
 *
 * @param terms distinct nodes handed over
 * @param variables of the propositional formula
 * @param clauses given, not learnt
 * @param conflicts met in the search
 * @param checks answered
 * @param seconds spent in checks, by the clock
 */
public record Statistics(long terms, long variables, long clauses, long conflicts, int checks, double seconds) {
    public static final Statistics NONE = new Statistics(0, 0, 0, 0, 0, 0);

    public Statistics withTime(int checks, double seconds) {
        return new Statistics(terms, variables, clauses, conflicts, checks, seconds);
    }
}
