package dev.moirai.solve.blast;

/** A receiver of clauses. Literals are as in DIMACS: a variable's number, negated for its negation. */
public interface ClauseSink {
    /** Variables are numbered from 1. */
    int newVariable();

    /** Adds the clause of the first {@code length} literals; the array stays the caller's. */
    void add(int[] literals, int length);
}
