package dev.moirai.solve.blast;

import dev.moirai.logic.Operator;
import dev.moirai.logic.TermPool;
import java.util.Arrays;

/**
 * Circuits as clauses, by Tseitin with polarity (Plaisted and Greenbaum, A structure-preserving clause form translation,
 * 1986): a gate that only ever helps to make the formula true gets only the clauses that say what its truth implies. Exclusive
 * ors, choices and majorities have clauses of their own; a tree of conjunctions (or of two exclusive ors) whose inner gates
 * are used once is one gate.
 *
 * <p>It works incrementally: a direction that was not needed before is added when it is, which keeps all earlier clauses
 * valid. So a model gives meaningful values to inputs only, never to gates.
 */
public final class Cnf {
    private static final int TRUTH = 1;
    private static final int FALSITY = 2;

    /** How many gates are written as clauses between two looks at the clock. */
    private static final int LOOK_EVERY = 1 << 14;

    private final TermPool gates;
    private final ClauseSink out;

    private int[] variable = new int[0];
    private byte[] written = new byte[0];
    /** How often a gate is used by others: 0, 1, or 2 for more often. */
    private byte[] uses = new byte[0];

    private int counted = 1;
    private int[] pending = new int[64];
    private int pendingCount;
    private int[] clause = new int[64];
    private int[] leaves = new int[64];
    private int leafCount;
    private int[] walk = new int[64];

    public Cnf(TermPool gates, ClauseSink out) {
        this.gates = gates;
        this.out = out;
    }

    /** The variable of an input, or 0 if no clause mentions it. */
    public int variableOf(int gate) {
        return gate < variable.length ? variable[gate] : 0;
    }

    /** Makes the gate true for good. */
    public void assertTrue(int gate) {
        grow();
        if (gate == TermPool.TRUE) return;
        if (gate == TermPool.FALSE) {
            out.add(clause, 0);
            return;
        }
        collectConjuncts(gate);
        int[] conjuncts = Arrays.copyOf(leaves, leafCount);
        for (int conjunct : conjuncts) {
            // The negation of a conjunction is a clause and needs no variable.
            collectConjuncts(-conjunct);
            ensureClause(leafCount);
            for (int i = 0; i < leafCount; i++) clause[i] = literal(-leaves[i]);
            out.add(clause, leafCount);
        }
        flush();
    }

    /** A literal for assumptions: when it is true, so is the gate. */
    public int assumable(int gate) {
        grow();
        if (gate == TermPool.TRUE || gate == TermPool.FALSE) {
            // The constant gets a variable like any other gate, which is asserted once.
            if (variable[TermPool.TRUE] == 0) {
                variable[TermPool.TRUE] = out.newVariable();
                clause[0] = variable[TermPool.TRUE];
                out.add(clause, 1);
            }
            return gate == TermPool.TRUE ? variable[TermPool.TRUE] : -variable[TermPool.TRUE];
        }
        int literal = literal(gate);
        flush();
        return literal;
    }

    private void grow() {
        int size = gates.size();
        if (size > variable.length) {
            int capacity = size + size / 2;
            variable = Arrays.copyOf(variable, capacity);
            written = Arrays.copyOf(written, capacity);
            uses = Arrays.copyOf(uses, capacity);
        }
        for (; counted < size; counted++) {
            int arity = gates.op(counted).arity();
            for (int i = 0; i < arity; i++) {
                int operand = Math.abs(gates.operand(counted, i));
                if (uses[operand] < 2) uses[operand]++;
            }
        }
    }

    /** The literal of a gate whose truth is demanded; the clauses for that are written later. */
    private int literal(int gate) {
        int node = Math.abs(gate);
        demand(node, gate > 0 ? TRUTH : FALSITY);
        return gate > 0 ? variable[node] : -variable[node];
    }

    /** As {@link #literal}, for a gate that may be demanded to be true or false. */
    private int bothWays(int gate) {
        int node = Math.abs(gate);
        demand(node, TRUTH | FALSITY);
        return gate > 0 ? variable[node] : -variable[node];
    }

    private void demand(int node, int directions) {
        if (variable[node] == 0) variable[node] = out.newVariable();
        int missing = directions & ~written[node];
        if (missing == 0) return;
        written[node] |= (byte) missing;
        if (gates.op(node) == Operator.BOOL_VARIABLE) return;
        if (pendingCount + 2 > pending.length) pending = Arrays.copyOf(pending, pending.length * 2);
        pending[pendingCount++] = node;
        pending[pendingCount++] = missing;
    }

    /** If time is up in between, the next call goes on from there. */
    private void flush() {
        for (int done = 1; pendingCount > 0; done++) {
            if (done % LOOK_EVERY == 0) gates.lookAtClock();
            int directions = pending[--pendingCount];
            int node = pending[--pendingCount];
            define(node, (directions & TRUTH) != 0, (directions & FALSITY) != 0);
        }
    }

    private void define(int node, boolean truth, boolean falsity) {
        switch (gates.op(node)) {
            case AND -> conjunction(node, truth, falsity);
            case XOR -> exclusive(node, truth, falsity);
            case ITE -> choice(node, truth, falsity);
            case MAJORITY -> majority(node, truth, falsity);
            default -> throw new IllegalStateException(gates.op(node).name());
        }
    }

    private void conjunction(int node, boolean truth, boolean falsity) {
        int v = variable[node];
        collectConjuncts(node);
        int count = leafCount;
        if (truth) {
            for (int i = 0; i < count; i++) binary(-v, literal(leaves[i]));
        }
        if (falsity) {
            ensureClause(count + 1);
            for (int i = 0; i < count; i++) clause[i] = literal(-leaves[i]);
            clause[count] = v;
            out.add(clause, count + 1);
        }
    }

    /** Collects the operands of a conjunction, taking apart the inner conjunctions that nobody else uses. */
    private void collectConjuncts(int root) {
        leafCount = 0;
        int depth = 0;
        walk[depth++] = root;
        while (depth > 0) {
            int gate = walk[--depth];
            boolean split = gate > 0
                    && gates.op(gate) == Operator.AND
                    && (gate == root || (uses[gate] == 1 && variable[gate] == 0));
            if (split) {
                if (depth + 2 > walk.length) walk = Arrays.copyOf(walk, walk.length * 2);
                walk[depth++] = gates.operand(gate, 1);
                walk[depth++] = gates.operand(gate, 0);
            } else {
                if (leafCount == leaves.length) leaves = Arrays.copyOf(leaves, leafCount * 2);
                leaves[leafCount++] = gate;
            }
        }
    }

    private void exclusive(int node, boolean truth, boolean falsity) {
        int v = variable[node];
        int a = gates.operand(node, 0);
        int b = gates.operand(node, 1);
        int inner = isUnsharedExclusive(a) ? a : isUnsharedExclusive(b) ? b : 0;
        if (inner == 0) {
            int x = bothWays(a);
            int y = bothWays(b);
            if (truth) {
                ternary(-v, x, y);
                ternary(-v, -x, -y);
            }
            if (falsity) {
                ternary(v, -x, y);
                ternary(v, x, -y);
            }
            return;
        }
        int x = bothWays(inner == a ? b : a);
        int y = bothWays(gates.operand(inner, 0));
        int z = bothWays(gates.operand(inner, 1));
        if (truth) {
            quaternary(-v, x, y, z);
            quaternary(-v, x, -y, -z);
            quaternary(-v, -x, y, -z);
            quaternary(-v, -x, -y, z);
        }
        if (falsity) {
            quaternary(v, -x, -y, -z);
            quaternary(v, -x, y, z);
            quaternary(v, x, -y, z);
            quaternary(v, x, y, -z);
        }
    }

    private boolean isUnsharedExclusive(int gate) {
        return gates.op(gate) == Operator.XOR && uses[gate] == 1 && variable[gate] == 0;
    }

    private void choice(int node, boolean truth, boolean falsity) {
        int v = variable[node];
        int c = bothWays(gates.operand(node, 0));
        int a = gates.operand(node, 1);
        int b = gates.operand(node, 2);
        if (truth) {
            int x = literal(a);
            int y = literal(b);
            ternary(-v, -c, x);
            ternary(-v, c, y);
            ternary(-v, x, y);
        }
        if (falsity) {
            int x = literal(-a);
            int y = literal(-b);
            ternary(v, -c, x);
            ternary(v, c, y);
            ternary(v, x, y);
        }
    }

    private void majority(int node, boolean truth, boolean falsity) {
        int v = variable[node];
        if (truth) twoOfThree(-v, node, 1);
        if (falsity) twoOfThree(v, node, -1);
    }

    private void twoOfThree(int v, int node, int sign) {
        int x = literal(sign * gates.operand(node, 0));
        int y = literal(sign * gates.operand(node, 1));
        int z = literal(sign * gates.operand(node, 2));
        ternary(v, x, y);
        ternary(v, x, z);
        ternary(v, y, z);
    }

    private void ensureClause(int length) {
        if (length > clause.length) clause = new int[Math.max(length, clause.length * 2)];
    }

    private void binary(int a, int b) {
        clause[0] = a;
        clause[1] = b;
        out.add(clause, 2);
    }

    private void ternary(int a, int b, int c) {
        clause[0] = a;
        clause[1] = b;
        clause[2] = c;
        out.add(clause, 3);
    }

    private void quaternary(int a, int b, int c, int d) {
        clause[0] = a;
        clause[1] = b;
        clause[2] = c;
        clause[3] = d;
        out.add(clause, 4);
    }
}
