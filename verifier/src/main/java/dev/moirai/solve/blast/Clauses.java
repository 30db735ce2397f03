package dev.moirai.solve.blast;

/** Where clauses go. Literals are as in DIMACS: a variable's number, negated for its negation. */
public interface Clauses {
    /** Numbers go up from 1. */
    int newVariable();

    /** The clause is the first {@code length} of the literals; the array belongs to the caller. */
    void add(int[] literals, int length);
}
