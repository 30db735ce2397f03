package dev.moirai.solve.sat;

import dev.moirai.solve.blast.ClauseSink;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;

/** Keeps clauses, to be written as a DIMACS file. */
public final class ClauseList implements ClauseSink {
    private final IntStack literals = new IntStack(1024);
    private int variables;
    private int clauses;

    @Override
    public int newVariable() {
        return ++variables;
    }

    @Override
    public void add(int[] clause, int length) {
        for (int i = 0; i < length; i++) literals.push(clause[i]);
        literals.push(0);
        clauses++;
    }

    public int variables() {
        return variables;
    }

    public int clauses() {
        return clauses;
    }

    /** Hands over the clauses from a position on, 0 at first; returns the position to go on from next time. */
    int replay(int from, ClauseSink target) {
        int[] clause = new int[16];
        int length = 0;
        for (int i = from; i < literals.size; i++) {
            int literal = literals.data[i];
            if (literal != 0) {
                if (length == clause.length) clause = Arrays.copyOf(clause, 2 * length);
                clause[length++] = literal;
            } else {
                target.add(clause, length);
                length = 0;
            }
        }
        return literals.size;
    }

    /** Writes the clauses and the assumptions, each as a unit clause, in DIMACS. */
    public void write(Writer writer, int... assumptions) throws IOException {
        var out = new BufferedWriter(writer, 1 << 16);
        out.append("p cnf " + variables + " " + (clauses + assumptions.length) + "\n");
        for (int i = 0; i < literals.size; i++) {
            int literal = literals.data[i];
            out.append(Integer.toString(literal)).append(literal == 0 ? '\n' : ' ');
        }
        for (int assumption : assumptions) out.append(assumption + " 0\n");
        out.flush();
    }
}
