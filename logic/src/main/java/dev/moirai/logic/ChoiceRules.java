package dev.moirai.logic;

import static dev.moirai.logic.TermPool.FALSE;
import static dev.moirai.logic.TermPool.TRUE;

import java.util.function.IntUnaryOperator;

/**
 * Choices between bit-vectors, and what may be pushed through them.
 *
 * <p>A <em>chain</em> is a tree of choices with at most one leaf that is not a constant, as an assignment of constants
 * under guards gives (program counters, flags, states). Comparing a chain with a constant is one boolean gate a choice
 * and no comparator but for that leaf. Every node knows its number of leaves, so that the work stays bounded.
 */
final class ChoiceRules {
    /** A function is computed leaf by leaf for trees of constants with at most this many leaves. */
    private static final int MOST_MAPPED = 16;

    private final TermPool pool;
    private final TermTable table;
    private final BooleanRules booleans;

    ChoiceRules(TermPool pool, TermTable table, BooleanRules booleans) {
        this.pool = pool;
        this.table = table;
        this.booleans = booleans;
    }

    int ite(int condition, int then, int otherwise) {
        assert table.width(then) == table.width(otherwise);
        int c = condition;
        int a = then;
        int b = otherwise;
        while (true) {
            if (c == TRUE || a == b) return a;
            if (c == FALSE) return b;
            if (c < 0) {
                int swap = a;
                a = b;
                b = swap;
                c = -c;
            }
            int simplerA = under(c, a);
            int simplerB = under(-c, b);
            if (simplerA != a || simplerB != b) {
                a = simplerA;
                b = simplerB;
                continue;
            }
            if (table.is(a, Operator.ITE)) {
                int d = table.first(a);
                if (table.third(a) == b) {
                    c = booleans.and(c, d);
                    a = table.second(a);
                    continue;
                }
                if (table.second(a) == b) {
                    c = booleans.and(c, -d);
                    a = table.third(a);
                    continue;
                }
            }
            if (table.is(b, Operator.ITE)) {
                int d = table.first(b);
                if (table.second(b) == a) {
                    c = -booleans.and(-c, -d);
                    b = table.third(b);
                    continue;
                }
                if (table.third(b) == a) {
                    c = -booleans.and(-c, d);
                    b = table.second(b);
                    continue;
                }
            }
            if (table.is(c, Operator.EQUAL)) {
                int p = table.first(c);
                int q = table.second(c);
                if ((a == p && b == q) || (a == q && b == p)) return b;
            }
            return node(c, a, b);
        }
    }

    private int node(int c, int a, int b) {
        int head = TermTable.head(
                Operator.ITE,
                table.width(a),
                Math.min(table.leadingZeros(a), table.leadingZeros(b)),
                Math.min(table.trailingZeros(a), table.trailingZeros(b)));
        boolean constantA = table.allConstant(a);
        boolean constantB = table.allConstant(b);
        int leaves = Math.max(1, table.leaves(a)) + Math.max(1, table.leaves(b));
        if ((constantA || constantB) && leaves <= TermTable.MOST_LEAVES) {
            head = TermTable.withLeaves(head, leaves, constantA && constantB);
        }
        return table.intern(head, c, a, b);
    }

    /** Something equal to {@code term} wherever {@code fact} is true. */
    private int under(int fact, int term) {
        if (!table.is(term, Operator.ITE)) return term;
        int c = table.first(term);
        int simpler = booleans.under(fact, c);
        if (simpler == c) return term;
        return ite(simpler, table.second(term), table.third(term));
    }

    boolean isConstant(int node) {
        return table.is(node, Operator.BV_CONSTANT);
    }

    /** Whether a comparison with a constant should be pushed through this choice. */
    boolean isChain(int node) {
        return table.is(node, Operator.ITE) && table.leaves(node) > 0;
    }

    /** Whether a function of the node should be computed leaf by leaf: all leaves are constants, and they are few. */
    boolean isSmallTable(int node) {
        return table.is(node, Operator.ITE) && table.allConstant(node) && table.leaves(node) <= MOST_MAPPED;
    }

    int leaves(int node) {
        return Math.max(1, table.leaves(node));
    }

    /** Replaces the leaves of a chain. */
    int mapLeaves(int node, IntUnaryOperator function) {
        if (!isChain(node)) return function.applyAsInt(node);
        int a = mapLeaves(table.second(node), function);
        int b = mapLeaves(table.third(node), function);
        return pool.ite(table.first(node), a, b);
    }
}
