package dev.moirai.logic;

/** Bitwise operators and shifts. A shift by a constant becomes slices. */
final class BitwiseRules {
    private final TermPool pool;
    private final TermTable table;
    private final ChoiceRules choices;

    BitwiseRules(TermPool pool, TermTable table, ChoiceRules choices) {
        this.pool = pool;
        this.table = table;
        this.choices = choices;
    }

    int not(int x) {
        int width = table.width(x);
        if (choices.isConstant(x)) return pool.bv(~table.value(x), width);
        if (table.is(x, Operator.BV_NOT)) return table.first(x);
        if (choices.isSmallTable(x)) return choices.mapLeaves(x, this::not);
        return table.intern(TermTable.head(Operator.BV_NOT, width), x, 0, 0);
    }

    private boolean areOpposite(int x, int y) {
        return (table.is(x, Operator.BV_NOT) && table.first(x) == y)
                || (table.is(y, Operator.BV_NOT) && table.first(y) == x);
    }

    private boolean hasOperand(int node, Operator op, int operand) {
        return table.is(node, op) && (table.first(node) == operand || table.second(node) == operand);
    }

    int and(int x, int y) {
        assert table.width(x) == table.width(y);
        if (x == y) return x;
        int width = table.width(x);
        if (choices.isConstant(x)) return choices.isConstant(y) ? fold(Operator.BV_AND, x, y) : andConstant(y, x);
        if (choices.isConstant(y)) return andConstant(x, y);
        if (areOpposite(x, y)) return pool.bv(0, width);
        if (hasOperand(x, Operator.BV_AND, y) || hasOperand(y, Operator.BV_OR, x)) return x;
        if (hasOperand(y, Operator.BV_AND, x) || hasOperand(x, Operator.BV_OR, y)) return y;
        return node(
                Operator.BV_AND,
                x,
                y,
                Math.max(table.leadingZeros(x), table.leadingZeros(y)),
                Math.max(table.trailingZeros(x), table.trailingZeros(y)));
    }

    private int andConstant(int x, int constant) {
        int width = table.width(x);
        long value = table.value(constant);
        long possible = pool.upperBound(x);
        if ((value & possible) == 0) return pool.bv(0, width);
        if ((value & possible) == possible) return x;
        // A mask of low bits is a slice.
        if ((value & (value + 1)) == 0) {
            return pool.zext(pool.extract(x, Long.bitCount(value) - 1, 0), width);
        }
        if (choices.isSmallTable(x)) return choices.mapLeaves(x, leaf -> and(leaf, constant));
        if (table.is(x, Operator.BV_AND) && choices.isConstant(table.second(x))) {
            return and(table.first(x), fold(Operator.BV_AND, table.second(x), constant));
        }
        return withConstant(
                Operator.BV_AND,
                x,
                constant,
                Math.max(table.leadingZeros(x), table.leadingZeros(constant)),
                Math.max(table.trailingZeros(x), table.trailingZeros(constant)));
    }

    int or(int x, int y) {
        assert table.width(x) == table.width(y);
        if (x == y) return x;
        int width = table.width(x);
        if (choices.isConstant(x)) return choices.isConstant(y) ? fold(Operator.BV_OR, x, y) : orConstant(y, x);
        if (choices.isConstant(y)) return orConstant(x, y);
        if (areOpposite(x, y)) return pool.bv(-1, width);
        if (hasOperand(x, Operator.BV_OR, y) || hasOperand(y, Operator.BV_AND, x)) return x;
        if (hasOperand(y, Operator.BV_OR, x) || hasOperand(x, Operator.BV_AND, y)) return y;
        return joined(Operator.BV_OR, x, y);
    }

    private int orConstant(int x, int constant) {
        int width = table.width(x);
        long value = table.value(constant);
        if (value == 0) return x;
        if (value == Meaning.mask(width)) return constant;
        if (choices.isSmallTable(x)) return choices.mapLeaves(x, leaf -> or(leaf, constant));
        if (table.is(x, Operator.BV_OR) && choices.isConstant(table.second(x))) {
            return or(table.first(x), fold(Operator.BV_OR, table.second(x), constant));
        }
        return withConstant(
                Operator.BV_OR,
                x,
                constant,
                Math.min(table.leadingZeros(x), table.leadingZeros(constant)),
                Math.min(table.trailingZeros(x), table.trailingZeros(constant)));
    }

    int xor(int x, int y) {
        assert table.width(x) == table.width(y);
        int width = table.width(x);
        if (x == y) return pool.bv(0, width);
        if (choices.isConstant(x)) return choices.isConstant(y) ? fold(Operator.BV_XOR, x, y) : xorConstant(y, x);
        if (choices.isConstant(y)) return xorConstant(x, y);
        boolean negatedX = table.is(x, Operator.BV_NOT);
        boolean negatedY = table.is(y, Operator.BV_NOT);
        if (negatedX && negatedY) return xor(table.first(x), table.first(y));
        if (negatedX) return not(xor(table.first(x), y));
        if (negatedY) return not(xor(x, table.first(y)));
        if (hasOperand(x, Operator.BV_XOR, y)) return table.first(x) == y ? table.second(x) : table.first(x);
        if (hasOperand(y, Operator.BV_XOR, x)) return table.first(y) == x ? table.second(y) : table.first(y);
        return joined(Operator.BV_XOR, x, y);
    }

    private int xorConstant(int x, int constant) {
        int width = table.width(x);
        long value = table.value(constant);
        if (value == 0) return x;
        if (value == Meaning.mask(width)) return not(x);
        if (choices.isSmallTable(x)) return choices.mapLeaves(x, leaf -> xor(leaf, constant));
        if (table.is(x, Operator.BV_XOR) && choices.isConstant(table.second(x))) {
            return xor(table.first(x), fold(Operator.BV_XOR, table.second(x), constant));
        }
        return withConstant(
                Operator.BV_XOR,
                x,
                constant,
                Math.min(table.leadingZeros(x), table.leadingZeros(constant)),
                Math.min(table.trailingZeros(x), table.trailingZeros(constant)));
    }

    int shift(Operator op, int x, int count) {
        assert table.width(x) == table.width(count);
        int width = table.width(x);
        if (choices.isConstant(count)) return shiftBy(op, x, table.value(count));
        if (choices.isConstant(x) && table.value(x) == 0) return x;
        if (choices.isSmallTable(count)) return choices.mapLeaves(count, leaf -> shift(op, x, leaf));
        boolean natural = table.leadingZeros(x) > 0;
        if (op == Operator.BV_ASHR && natural) return shift(Operator.BV_LSHR, x, count);
        int leading = op == Operator.BV_LSHR ? table.leadingZeros(x) : 0;
        int trailing = op == Operator.BV_SHL ? table.trailingZeros(x) : 0;
        return table.intern(TermTable.head(op, width, leading, trailing), x, count, 0);
    }

    private int shiftBy(Operator op, int x, long count) {
        int width = table.width(x);
        if (count == 0) return x;
        if (Long.compareUnsigned(count, width) >= 0) {
            return op == Operator.BV_ASHR ? pool.sext(pool.extract(x, width - 1, width - 1), width) : pool.bv(0, width);
        }
        int by = (int) count;
        return switch (op) {
            case BV_SHL -> pool.concat(pool.extract(x, width - 1 - by, 0), pool.bv(0, by));
            case BV_LSHR -> pool.zext(pool.extract(x, width - 1, by), width);
            default -> pool.sext(pool.extract(x, width - 1, by), width);
        };
    }

    private int fold(Operator op, int x, int y) {
        int width = table.width(x);
        return pool.bv(Meaning.binary(op, width, table.value(x), table.value(y)), width);
    }

    private int joined(Operator op, int x, int y) {
        return node(
                op,
                x,
                y,
                Math.min(table.leadingZeros(x), table.leadingZeros(y)),
                Math.min(table.trailingZeros(x), table.trailingZeros(y)));
    }

    private int node(Operator op, int x, int y, int leading, int trailing) {
        return withConstant(op, Math.min(x, y), Math.max(x, y), leading, trailing);
    }

    private int withConstant(Operator op, int x, int y, int leading, int trailing) {
        int width = table.width(x);
        if (leading + trailing >= width) return pool.bv(0, width);
        return table.intern(TermTable.head(op, width, leading, trailing), x, y, 0);
    }
}
