package dev.moirai.logic;

import static dev.moirai.logic.TermPool.FALSE;
import static dev.moirai.logic.TermPool.TRUE;

/** Equality and the two orders of bit-vectors. */
final class ComparisonRules {
    /** Two trees of constants are compared leaf by leaf if that makes at most this many pairs. */
    private static final int MOST_PAIRS = 32;
    /** It is looked which leaves of a choice have been compared before if they are at most so deep. */
    private static final int DEEPEST_LEAF = 8;

    private final TermPool pool;
    private final TermTable table;
    private final ChoiceRules choices;
    private final Ranges ranges;

    ComparisonRules(TermPool pool, TermTable table, ChoiceRules choices) {
        this.pool = pool;
        this.table = table;
        this.choices = choices;
        this.ranges = new Ranges(table);
    }

    long upperBound(int node) {
        return ranges.upperBound(node);
    }

    /** A constant is kept as the second operand. */
    int eq(int x, int y) {
        assert table.width(x) == table.width(y);
        if (x == y) return TRUE;
        boolean constantX = choices.isConstant(x);
        boolean constantY = choices.isConstant(y);
        if (constantX && constantY) return FALSE;
        if (constantY) return equalsConstant(x, y);
        if (constantX) return equalsConstant(y, x);
        int a = Math.min(x, y);
        int b = Math.max(x, y);
        if (choices.isChain(a) && choices.isChain(b) && choices.leaves(a) * choices.leaves(b) <= MOST_PAIRS) {
            return choices.mapLeaves(a, leaf -> eq(leaf, b));
        }
        if (table.is(a, Operator.ITE) && table.is(b, Operator.ITE) && table.first(a) == table.first(b)) {
            return pool.ite(table.first(a), eq(table.second(a), table.second(b)), eq(table.third(a), table.third(b)));
        }
        if (table.is(a, Operator.ITE)) {
            if (table.second(a) == b) return pool.or(table.first(a), eq(table.third(a), b));
            if (table.third(a) == b) return pool.or(-table.first(a), eq(table.second(a), b));
        }
        if (table.is(b, Operator.ITE)) {
            if (table.second(b) == a) return pool.or(table.first(b), eq(table.third(b), a));
            if (table.third(b) == a) return pool.or(-table.first(b), eq(table.second(b), a));
        }
        if (ranges.high(a) < ranges.low(b) || ranges.high(b) < ranges.low(a)) return FALSE;
        Operator op = table.op(a);
        if (op == table.op(b)) {
            switch (op) {
                case ZERO_EXTEND, SIGN_EXTEND -> {
                    if (table.width(table.first(a)) == table.width(table.first(b))) {
                        return eq(table.first(a), table.first(b));
                    }
                }
                case CONCAT -> {
                    if (table.width(table.first(a)) == table.width(table.first(b))) {
                        return pool.and(eq(table.first(a), table.first(b)), eq(table.second(a), table.second(b)));
                    }
                }
                case BV_NOT -> {
                    return eq(table.first(a), table.first(b));
                }
                case BV_ADD, BV_XOR -> {
                    if (table.first(a) == table.first(b)) return eq(table.second(a), table.second(b));
                    if (table.second(a) == table.second(b)) return eq(table.first(a), table.first(b));
                    if (table.first(a) == table.second(b)) return eq(table.second(a), table.first(b));
                    if (table.second(a) == table.first(b)) return eq(table.first(a), table.second(b));
                }
                default -> {}
            }
        }
        if (op == Operator.BV_ADD || op == Operator.BV_XOR) {
            if (table.first(a) == b) return isZero(table.second(a));
            if (table.second(a) == b) return isZero(table.first(a));
        }
        if (table.is(b, Operator.BV_ADD) || table.is(b, Operator.BV_XOR)) {
            if (table.first(b) == a) return isZero(table.second(b));
            if (table.second(b) == a) return isZero(table.first(b));
        }
        if (op == Operator.BV_SUB && table.first(a) == b) return isZero(table.second(a));
        if (table.is(b, Operator.BV_SUB) && table.first(b) == a) return isZero(table.second(b));
        if (wereComparedBefore(a, b)) return leafByLeaf(a, b);
        if (wereComparedBefore(b, a)) return leafByLeaf(b, a);
        return node(Operator.EQUAL, a, b);
    }

    /**
     * Whether all leaves of a choice but one at most have been compared with the other operand before, as they have where a program
     * draws values until one is new: then that the one it has chosen is new follows without looking at a single bit.
     */
    private boolean wereComparedBefore(int choice, int other) {
        return table.is(choice, Operator.ITE) && newLeaves(choice, other, DEEPEST_LEAF) <= 1;
    }

    /** How many leaves have not been compared with the other operand; 2 for more than one, and if leaves are too deep. */
    private int newLeaves(int node, int other, int depth) {
        if (!table.is(node, Operator.ITE)) return isComparedBefore(node, other) ? 0 : 1;
        if (depth == 0) return 2;
        int then = newLeaves(table.second(node), other, depth - 1);
        return then > 1 ? 2 : Math.min(2, then + newLeaves(table.third(node), other, depth - 1));
    }

    private boolean isComparedBefore(int x, int y) {
        if (x == y || choices.isConstant(x) && choices.isConstant(y)) return true;
        int a = choices.isConstant(y) ? x : Math.min(x, y);
        int b = choices.isConstant(y) ? y : Math.max(x, y);
        return table.find(TermTable.head(Operator.EQUAL, 0), a, b, 0) != 0;
    }

    private int leafByLeaf(int node, int other) {
        if (!table.is(node, Operator.ITE)) return eq(node, other);
        return pool.ite(table.first(node), leafByLeaf(table.second(node), other), leafByLeaf(table.third(node), other));
    }

    private int isZero(int node) {
        return eq(node, pool.bv(0, table.width(node)));
    }

    private int equalsConstant(int node, int constant) {
        if (choices.isChain(node)) return choices.mapLeaves(node, leaf -> eq(leaf, constant));
        int width = table.width(node);
        long value = table.value(constant);
        if ((value & ~upperBound(node)) != 0) return FALSE;
        long signed = Meaning.signed(value, width);
        if (signed < ranges.low(node) || ranges.high(node) < signed) return FALSE;
        int x = table.first(node);
        switch (table.op(node)) {
            case ZERO_EXTEND -> {
                return eq(x, pool.bv(value, table.width(x)));
            }
            case SIGN_EXTEND -> {
                int narrow = pool.bv(value, table.width(x));
                boolean fits = (Meaning.signed(table.value(narrow), table.width(x)) & Meaning.mask(width)) == value;
                return fits ? eq(x, narrow) : FALSE;
            }
            case CONCAT -> {
                int low = table.second(node);
                int lowWidth = table.width(low);
                return pool.and(
                        eq(x, pool.bv(value >>> lowWidth, width - lowWidth)), eq(low, pool.bv(value, lowWidth)));
            }
            case BV_NOT -> {
                return eq(x, pool.bv(~value, width));
            }
            case BV_XOR -> {
                int y = table.second(node);
                if (choices.isConstant(y)) return eq(x, pool.bv(value ^ table.value(y), width));
                if (value == 0) return eq(x, y);
            }
            case BV_ADD -> {
                int y = table.second(node);
                if (choices.isConstant(y)) return eq(x, pool.bv(value - table.value(y), width));
            }
            case BV_SUB -> {
                int y = table.second(node);
                if (choices.isConstant(x)) return eq(y, pool.bv(table.value(x) - value, width));
                if (value == 0) return eq(x, y);
            }
            default -> {}
        }
        if (wereComparedBefore(node, constant)) return leafByLeaf(node, constant);
        // A single bit is only ever compared with 1.
        if (width == 1 && value == 0) return -node(Operator.EQUAL, node, pool.bv(1, 1));
        return node(Operator.EQUAL, node, constant);
    }

    private int node(Operator op, int a, int b) {
        return table.intern(TermTable.head(op, 0), a, b, 0);
    }

    int ult(int x, int y) {
        assert table.width(x) == table.width(y);
        if (x == y) return FALSE;
        int width = table.width(x);
        boolean constantX = choices.isConstant(x);
        boolean constantY = choices.isConstant(y);
        if (constantX && constantY) return pool.bool(Meaning.ult(table.value(x), table.value(y)));
        if (constantY) {
            if (choices.isChain(x)) return choices.mapLeaves(x, leaf -> ult(leaf, y));
            long bound = table.value(y);
            long most = upperBound(x);
            if (bound == 0) return FALSE;
            if (Meaning.ult(most, bound)) return TRUE;
            if (most == bound) return -eq(x, y);
            if (bound == 1) return isZero(x);
        }
        if (constantX) {
            if (choices.isChain(y)) return choices.mapLeaves(y, leaf -> ult(x, leaf));
            long bound = table.value(x);
            long most = upperBound(y);
            if (!Meaning.ult(bound, most)) return FALSE;
            if (most == bound + 1) return eq(y, pool.bv(most, width));
            if (bound == 0) return -isZero(y);
        }
        if (ranges.low(x) >= 0 && ranges.low(y) >= 0 && areApart(x, y))
            return pool.bool(ranges.high(x) < ranges.low(y));
        if (width == 1) return pool.and(-bit(x), bit(y));
        int a = unextended(x, y, Operator.ZERO_EXTEND);
        int b = unextended(y, x, Operator.ZERO_EXTEND);
        if (a != x && b != y) return ult(a, b);
        return node(Operator.ULT, x, y);
    }

    /** Whether ranges decide {@code x < y}, as signed numbers. */
    private boolean areApart(int x, int y) {
        return ranges.high(x) < ranges.low(y) || ranges.low(x) >= ranges.high(y);
    }

    private int bit(int oneBit) {
        return eq(oneBit, pool.bv(1, 1));
    }

    /** {@code x} before it was extended, if {@code other} can be cut to the same width without changing; else {@code x}. */
    private int unextended(int x, int other, Operator extension) {
        if (table.is(x, extension)) {
            int inner = table.first(x);
            if (table.is(other, extension) && table.width(table.first(other)) == table.width(inner)) return inner;
            if (choices.isConstant(other) && fits(other, table.width(inner), extension)) return inner;
        } else if (choices.isConstant(x) && table.is(other, extension)) {
            int narrow = table.width(table.first(other));
            if (fits(x, narrow, extension)) return pool.bv(table.value(x), narrow);
        }
        return x;
    }

    private boolean fits(int constant, int narrow, Operator extension) {
        long value = table.value(constant);
        if (extension == Operator.ZERO_EXTEND) return (value & ~Meaning.mask(narrow)) == 0;
        long signed = Meaning.signed(value, table.width(constant));
        return Meaning.signed(signed, narrow) == signed;
    }

    int slt(int x, int y) {
        assert table.width(x) == table.width(y);
        if (x == y) return FALSE;
        int width = table.width(x);
        boolean constantX = choices.isConstant(x);
        boolean constantY = choices.isConstant(y);
        if (constantX && constantY) return pool.bool(Meaning.slt(table.value(x), table.value(y), width));
        boolean naturalX = table.leadingZeros(x) > 0;
        boolean naturalY = table.leadingZeros(y) > 0;
        if (naturalX && naturalY) return ult(x, y);
        long least = Long.MIN_VALUE >> (64 - width);
        long most = ~least;
        if (constantY) {
            if (choices.isChain(x)) return choices.mapLeaves(x, leaf -> slt(leaf, y));
            long bound = Meaning.signed(table.value(y), width);
            if (bound == least || naturalX) return FALSE;
            if (bound == most) return -eq(x, y);
            if (table.is(x, Operator.SIGN_EXTEND) && !fits(y, table.width(table.first(x)), Operator.SIGN_EXTEND)) {
                return pool.bool(bound > 0);
            }
        }
        if (constantX) {
            if (choices.isChain(y)) return choices.mapLeaves(y, leaf -> slt(x, leaf));
            long bound = Meaning.signed(table.value(x), width);
            if (bound == most) return FALSE;
            if (naturalY) return TRUE;
            if (bound == least) return -eq(y, x);
            if (table.is(y, Operator.SIGN_EXTEND) && !fits(x, table.width(table.first(y)), Operator.SIGN_EXTEND)) {
                return pool.bool(bound < 0);
            }
        }
        if (areApart(x, y)) return pool.bool(ranges.high(x) < ranges.low(y));
        // The comparison is pushed through a choice where ranges decide one of its branches.
        if (constantY && table.is(x, Operator.ITE) && (areApart(table.second(x), y) || areApart(table.third(x), y))) {
            return pool.ite(table.first(x), slt(table.second(x), y), slt(table.third(x), y));
        }
        if (constantX && table.is(y, Operator.ITE) && (areApart(x, table.second(y)) || areApart(x, table.third(y)))) {
            return pool.ite(table.first(y), slt(x, table.second(y)), slt(x, table.third(y)));
        }
        if (width == 1) return pool.and(bit(x), -bit(y));
        int a = unextended(x, y, Operator.SIGN_EXTEND);
        int b = unextended(y, x, Operator.SIGN_EXTEND);
        if (a != x && b != y) return slt(a, b);
        return node(Operator.SLT, x, y);
    }
}
