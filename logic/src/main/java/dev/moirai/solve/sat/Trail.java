package dev.moirai.solve.sat;

import java.util.Arrays;

/**
 * The current assignment: which literals are true, in which order, at which decision level and why. A literal is {@code
 * 2 * variable}, plus one for the negation.
 */
final class Trail {
    /** By literal: 1 for true, -1 for false, 0 for unassigned. */
    byte[] values = new byte[32];
    /** By variable: the decision level at which it was assigned. */
    int[] level = new int[16];
    /** By variable: the clause that forced it, or {@link ClauseArena#NO_CLAUSE}. */
    int[] reason = new int[16];
    /** By variable: the value it had last, as a literal's sign bit. */
    byte[] saved = new byte[16];

    final IntStack literals = new IntStack(64);
    /** By level below the current one: the number of literals assigned before it began. */
    final IntStack starts = new IntStack(16);

    int propagated;
    /** The number of literals that the theory of orders has handled. */
    int ordered;

    private final ActivityHeap heap;
    private final MoveToFrontQueue queue;

    Trail(ActivityHeap heap, MoveToFrontQueue queue) {
        this.heap = heap;
        this.queue = queue;
    }

    void addVariable(int variable) {
        if (variable >= level.length) {
            int capacity = Math.max(variable + 1, level.length * 2);
            values = Arrays.copyOf(values, 2 * capacity);
            level = Arrays.copyOf(level, capacity);
            reason = Arrays.copyOf(reason, capacity);
            saved = Arrays.copyOf(saved, capacity);
        }
        saved[variable] = 1;
        literals.ensure(variable + 1);
        heap.addVariable(variable);
        queue.addVariable(variable);
    }

    int currentLevel() {
        return starts.size;
    }

    void assign(int literal, int because) {
        int variable = literal >> 1;
        values[literal] = 1;
        values[literal ^ 1] = -1;
        level[variable] = starts.size;
        reason[variable] = because;
        literals.data[literals.size++] = literal;
    }

    void decide(int literal) {
        starts.push(literals.size);
        assign(literal, ClauseArena.NO_CLAUSE);
    }

    void backtrack(int toLevel) {
        if (starts.size <= toLevel) return;
        int keep = starts.data[toLevel];
        int[] order = literals.data;
        for (int i = literals.size - 1; i >= keep; i--) {
            int literal = order[i];
            int variable = literal >> 1;
            values[literal] = 0;
            values[literal ^ 1] = 0;
            saved[variable] = (byte) (literal & 1);
            heap.insert(variable);
            queue.unassigned(variable);
        }
        literals.size = keep;
        starts.size = toLevel;
        propagated = Math.min(propagated, keep);
        ordered = Math.min(ordered, keep);
    }
}
