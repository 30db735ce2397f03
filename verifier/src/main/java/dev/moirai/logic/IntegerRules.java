package dev.moirai.logic;

import static dev.moirai.logic.TermPool.TRUE;

/** Unbounded integers. A constant is the second operand; sums of constants that leave a {@code long} are not computed. */
final class IntegerRules {
    private final TermPool pool;
    private final TermTable table;
    private final ChoiceRules choices;

    IntegerRules(TermPool pool, TermTable table, ChoiceRules choices) {
        this.pool = pool;
        this.table = table;
        this.choices = choices;
    }

    int add(int x, int y) {
        if (choices.isConstant(x) && !choices.isConstant(y)) return add(y, x);
        if (choices.isConstant(y)) {
            long value = table.value(y);
            if (value == 0) return x;
            if (choices.isConstant(x)) {
                long sum = table.value(x) + value;
                if (((table.value(x) ^ sum) & (value ^ sum)) >= 0) return pool.integer(sum);
            } else if (table.is(x, Op.INT_ADD) && choices.isConstant(table.second(x))) {
                int sum = add(table.second(x), y);
                if (choices.isConstant(sum)) return add(table.first(x), sum);
            }
            return node(Op.INT_ADD, x, y);
        }
        return node(Op.INT_ADD, Math.min(x, y), Math.max(x, y));
    }

    int multiply(int x, int y) {
        if (choices.isConstant(x) && !choices.isConstant(y)) return multiply(y, x);
        if (choices.isConstant(y)) {
            long value = table.value(y);
            if (value == 0) return y;
            if (value == 1) return x;
            if (choices.isConstant(x)) {
                long product = table.value(x) * value;
                if (Math.multiplyHigh(table.value(x), value) == product >> 63) return pool.integer(product);
            }
            return node(Op.INT_MUL, x, y);
        }
        return node(Op.INT_MUL, Math.min(x, y), Math.max(x, y));
    }

    int le(int x, int y) {
        if (x == y) return TRUE;
        if (choices.isConstant(y)) {
            if (choices.isConstant(x)) return pool.bool(table.value(x) <= table.value(y));
            if (choices.isChain(x)) return choices.mapLeaves(x, leaf -> le(leaf, y));
        }
        if (choices.isConstant(x) && choices.isChain(y)) return choices.mapLeaves(y, leaf -> le(x, leaf));
        return table.intern(TermTable.head(Op.INT_LE, 0), x, y, 0);
    }

    private int node(Op op, int x, int y) {
        return table.intern(TermTable.head(op, TermTable.INT_WIDTH), x, y, 0);
    }
}
