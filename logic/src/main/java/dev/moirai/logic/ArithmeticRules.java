package dev.moirai.logic;

/**
 * Arithmetic on bit-vectors. Constants are pulled out of sums (so that addresses stay base plus index plus constant) and
 * are the second operand; a product with a power of two is a slice.
 */
final class ArithmeticRules {
    private final TermPool pool;
    private final TermTable table;
    private final ChoiceRules choices;

    ArithmeticRules(TermPool pool, TermTable table, ChoiceRules choices) {
        this.pool = pool;
        this.table = table;
        this.choices = choices;
    }

    private boolean isZero(int x) {
        return choices.isConstant(x) && table.value(x) == 0;
    }

    private boolean isSumWithConstant(int x) {
        return table.is(x, Operator.BV_ADD) && choices.isConstant(table.second(x));
    }

    private boolean isNegation(int x) {
        return table.is(x, Operator.BV_SUB) && isZero(table.first(x));
    }

    int add(int x, int y) {
        assert table.width(x) == table.width(y);
        if (choices.isConstant(x)) return choices.isConstant(y) ? fold(Operator.BV_ADD, x, y) : addConstant(y, x);
        if (choices.isConstant(y)) return addConstant(x, y);
        if (isSumWithConstant(x)) return addConstant(add(table.first(x), y), table.second(x));
        if (isSumWithConstant(y)) return addConstant(add(x, table.first(y)), table.second(y));
        if (isNegation(y)) return subtract(x, table.second(y));
        if (isNegation(x)) return subtract(y, table.second(x));
        if (table.is(y, Operator.BV_SUB) && table.second(y) == x) return table.first(y);
        if (table.is(x, Operator.BV_SUB) && table.second(x) == y) return table.first(x);
        if (x == y) return pool.bvShl(x, pool.bv(1, table.width(x)));
        return node(Operator.BV_ADD, Math.min(x, y), Math.max(x, y), sumLeading(x, y), sumTrailing(x, y));
    }

    private int addConstant(int x, int constant) {
        if (choices.isConstant(x)) return fold(Operator.BV_ADD, x, constant);
        if (table.value(constant) == 0) return x;
        if (isSumWithConstant(x)) {
            return addConstant(table.first(x), fold(Operator.BV_ADD, table.second(x), constant));
        }
        if (table.is(x, Operator.BV_SUB) && choices.isConstant(table.first(x))) {
            return subtract(fold(Operator.BV_ADD, table.first(x), constant), table.second(x));
        }
        if (choices.isSmallTable(x)) return choices.mapLeaves(x, leaf -> addConstant(leaf, constant));
        return node(Operator.BV_ADD, x, constant, sumLeading(x, constant), sumTrailing(x, constant));
    }

    private int sumLeading(int x, int y) {
        return Math.max(0, Math.min(table.leadingZeros(x), table.leadingZeros(y)) - 1);
    }

    private int sumTrailing(int x, int y) {
        return Math.min(table.trailingZeros(x), table.trailingZeros(y));
    }

    int subtract(int x, int y) {
        assert table.width(x) == table.width(y);
        int width = table.width(x);
        if (x == y) return pool.bv(0, width);
        if (choices.isConstant(y)) {
            return choices.isConstant(x)
                    ? fold(Operator.BV_SUB, x, y)
                    : addConstant(x, pool.bv(-table.value(y), width));
        }
        if (isSumWithConstant(x)) return addConstant(subtract(table.first(x), y), table.second(x));
        if (isSumWithConstant(y)) {
            return addConstant(subtract(x, table.first(y)), pool.bv(-table.value(table.second(y)), width));
        }
        if (isNegation(y)) return add(x, table.second(y));
        if (table.is(x, Operator.BV_ADD) && table.first(x) == y) return table.second(x);
        if (table.is(x, Operator.BV_ADD) && table.second(x) == y) return table.first(x);
        if (choices.isConstant(x)) {
            if (choices.isSmallTable(y)) return choices.mapLeaves(y, leaf -> subtract(x, leaf));
            if (table.is(y, Operator.BV_SUB) && choices.isConstant(table.first(y))) {
                return addConstant(table.second(y), fold(Operator.BV_SUB, x, table.first(y)));
            }
        }
        return node(Operator.BV_SUB, x, y, 0, sumTrailing(x, y));
    }

    int multiply(int x, int y) {
        assert table.width(x) == table.width(y);
        if (choices.isConstant(x)) return choices.isConstant(y) ? fold(Operator.BV_MUL, x, y) : multiplyConstant(y, x);
        if (choices.isConstant(y)) return multiplyConstant(x, y);
        return product(Math.min(x, y), Math.max(x, y));
    }

    private int product(int x, int y) {
        int width = table.width(x);
        int leading = Math.max(0, table.leadingZeros(x) + table.leadingZeros(y) - width);
        return node(Operator.BV_MUL, x, y, leading, table.trailingZeros(x) + table.trailingZeros(y));
    }

    private int multiplyConstant(int x, int constant) {
        int width = table.width(x);
        long value = table.value(constant);
        if (value == 0) return constant;
        if (Long.bitCount(value) == 1) return pool.bvShl(x, pool.bv(Long.numberOfTrailingZeros(value), width));
        if (value == Meaning.mask(width)) return subtract(pool.bv(0, width), x);
        if (choices.isSmallTable(x)) return choices.mapLeaves(x, leaf -> multiply(leaf, constant));
        if (isSumWithConstant(x)) {
            return add(multiply(table.first(x), constant), fold(Operator.BV_MUL, table.second(x), constant));
        }
        if (table.is(x, Operator.BV_MUL) && choices.isConstant(table.second(x))) {
            return multiply(table.first(x), fold(Operator.BV_MUL, table.second(x), constant));
        }
        return product(x, constant);
    }

    int divide(int x, int y) {
        assert table.width(x) == table.width(y);
        int width = table.width(x);
        int leading = 0;
        if (choices.isConstant(y)) {
            if (choices.isConstant(x)) return fold(Operator.BV_UDIV, x, y);
            long value = table.value(y);
            if (value == 0) return pool.bv(-1, width);
            if (Long.bitCount(value) == 1) return pool.bvLshr(x, pool.bv(Long.numberOfTrailingZeros(value), width));
            if (Meaning.ult(pool.upperBound(x), value)) return pool.bv(0, width);
            if (choices.isSmallTable(x)) return choices.mapLeaves(x, leaf -> divide(leaf, y));
            leading = Math.min(width, table.leadingZeros(x) + 63 - Long.numberOfLeadingZeros(value));
        }
        return node(Operator.BV_UDIV, x, y, leading, 0);
    }

    int remainder(int x, int y) {
        assert table.width(x) == table.width(y);
        int width = table.width(x);
        int leading = table.leadingZeros(x);
        if (x == y || isZero(x)) return pool.bv(0, width);
        if (choices.isConstant(y)) {
            if (choices.isConstant(x)) return fold(Operator.BV_UREM, x, y);
            long value = table.value(y);
            if (value == 0 || Meaning.ult(pool.upperBound(x), value)) return x;
            if (Long.bitCount(value) == 1) return pool.bvAnd(x, pool.bv(value - 1, width));
            if (choices.isSmallTable(x)) return choices.mapLeaves(x, leaf -> remainder(leaf, y));
            leading = Math.max(leading, Long.numberOfLeadingZeros(value - 1) - (64 - width));
        }
        return node(Operator.BV_UREM, x, y, leading, 0);
    }

    int signedDivide(int x, int y) {
        assert table.width(x) == table.width(y);
        if (choices.isConstant(x) && choices.isConstant(y)) return fold(Operator.BV_SDIV, x, y);
        if (table.leadingZeros(x) > 0 && table.leadingZeros(y) > 0) return divide(x, y);
        if (choices.isConstant(y)) {
            long value = table.value(y);
            if (value == 1 && table.width(x) > 1) return x;
            if (value == Meaning.mask(table.width(x))) return pool.bvNeg(x);
        }
        return node(Operator.BV_SDIV, x, y, 0, 0);
    }

    int signedRemainder(int x, int y) {
        assert table.width(x) == table.width(y);
        int width = table.width(x);
        if (x == y) return pool.bv(0, width);
        if (choices.isConstant(x) && choices.isConstant(y)) return fold(Operator.BV_SREM, x, y);
        if (table.leadingZeros(x) > 0 && table.leadingZeros(y) > 0) return remainder(x, y);
        if (choices.isConstant(y)) {
            long value = table.value(y);
            if (value == 0) return x;
            if (value == 1 || value == Meaning.mask(width)) return pool.bv(0, width);
        }
        return node(Operator.BV_SREM, x, y, 0, 0);
    }

    private int fold(Operator op, int x, int y) {
        int width = table.width(x);
        return pool.bv(Meaning.binary(op, width, table.value(x), table.value(y)), width);
    }

    private int node(Operator op, int x, int y, int leading, int trailing) {
        int width = table.width(x);
        if (leading + trailing >= width) return pool.bv(0, width);
        return table.intern(TermTable.head(op, width, leading, trailing), x, y, 0);
    }
}
