package dev.moirai.logic;

/**
 * Cutting and joining bit-vectors. Normal form: concatenations lean to the right, neighbouring slices of one term are one
 * slice, zeros in front are an extension, and a slice sits as deep as it can without copying anything.
 */
final class SliceRules {
    private final TermPool pool;
    private final TermTable table;
    private final ChoiceRules choices;

    SliceRules(TermPool pool, TermTable table, ChoiceRules choices) {
        this.pool = pool;
        this.table = table;
        this.choices = choices;
    }

    int extract(int x, int high, int low) {
        int from = table.width(x);
        if (low < 0 || high < low || high >= from) {
            throw new IllegalArgumentException("bits " + high + ".." + low + " of " + from);
        }
        int width = high - low + 1;
        if (width == from) return x;
        if (choices.isConstant(x)) return pool.bv(table.value(x) >>> low, width);
        int leading = Math.min(width, Math.max(0, table.leadingZeros(x) - (from - 1 - high)));
        int trailing = Math.max(0, table.trailingZeros(x) - low);
        if (leading + trailing >= width) return pool.bv(0, width);
        int a = table.first(x);
        switch (table.op(x)) {
            case EXTRACT -> {
                return extract(a, high + table.second(x), low + table.second(x));
            }
            case CONCAT -> {
                int b = table.second(x);
                int lowWidth = table.width(b);
                if (high < lowWidth) return extract(b, high, low);
                if (low >= lowWidth) return extract(a, high - lowWidth, low - lowWidth);
                return concat(extract(a, high - lowWidth, 0), extract(b, lowWidth - 1, low));
            }
            case ZERO_EXTEND -> {
                int inner = table.width(a);
                if (high < inner) return extract(a, high, low);
                return zeroExtend(extract(a, inner - 1, low), width);
            }
            case SIGN_EXTEND -> {
                int inner = table.width(a);
                if (high < inner) return extract(a, high, low);
                return signExtend(extract(a, inner - 1, Math.min(low, inner - 1)), width);
            }
            case ITE -> {
                if (choices.isSmallTable(x)) return choices.mapLeaves(x, leaf -> extract(leaf, high, low));
                if (cutsFreely(table.second(x)) && cutsFreely(table.third(x))) {
                    return pool.ite(a, extract(table.second(x), high, low), extract(table.third(x), high, low));
                }
            }
            case BV_NOT -> {
                if (cutsFreely(a)) return pool.bvNot(extract(a, high, low));
            }
            case BV_AND -> {
                int b = table.second(x);
                if (cutsFreely(a) || cutsFreely(b)) return pool.bvAnd(extract(a, high, low), extract(b, high, low));
            }
            case BV_OR -> {
                int b = table.second(x);
                if (cutsFreely(a) || cutsFreely(b)) return pool.bvOr(extract(a, high, low), extract(b, high, low));
            }
            case BV_XOR -> {
                int b = table.second(x);
                if (cutsFreely(a) || cutsFreely(b)) return pool.bvXor(extract(a, high, low), extract(b, high, low));
            }
            case BV_ADD -> {
                int b = table.second(x);
                if (low == 0 && cutsFreely(a) && cutsFreely(b)) {
                    return pool.bvAdd(extract(a, high, 0), extract(b, high, 0));
                }
            }
            case BV_SUB -> {
                int b = table.second(x);
                if (low == 0 && cutsFreely(a) && cutsFreely(b)) {
                    return pool.bvSub(extract(a, high, 0), extract(b, high, 0));
                }
            }
            case BV_MUL -> {
                int b = table.second(x);
                if (low == 0 && (cutsFreely(a) || cutsFreely(b))) {
                    return pool.bvMul(extract(a, high, 0), extract(b, high, 0));
                }
            }
            default -> {}
        }
        return table.intern(TermTable.head(Operator.EXTRACT, width, leading, trailing), x, low, 0);
    }

    /** Whether slicing {@code x} costs no node of its own. */
    private boolean cutsFreely(int x) {
        return switch (table.op(x)) {
            case BV_CONSTANT, EXTRACT, CONCAT, ZERO_EXTEND, SIGN_EXTEND -> true;
            default -> false;
        };
    }

    int concat(int high, int low) {
        int highWidth = table.width(high);
        int lowWidth = table.width(low);
        int width = highWidth + lowWidth;
        if (width > 64) throw new IllegalArgumentException("a bit-vector of " + width + " bits");
        boolean constantHigh = choices.isConstant(high);
        boolean constantLow = choices.isConstant(low);
        if (constantHigh && constantLow) return pool.bv(table.value(high) << lowWidth | table.value(low), width);
        if (constantHigh && table.value(high) == 0) return zeroExtend(low, width);
        if (table.is(high, Operator.CONCAT)) return concat(table.first(high), concat(table.second(high), low));
        if (table.is(high, Operator.ZERO_EXTEND)) return zeroExtend(concat(table.first(high), low), width);
        if (table.is(low, Operator.CONCAT)) {
            int merged = merged(high, table.first(low));
            if (merged != 0) return concat(merged, table.second(low));
        }
        int merged = merged(high, low);
        if (merged != 0) return merged;
        if (constantLow && choices.isSmallTable(high)) return choices.mapLeaves(high, leaf -> concat(leaf, low));
        if (constantHigh && choices.isSmallTable(low)) return choices.mapLeaves(low, leaf -> concat(high, leaf));
        if (table.is(high, Operator.ITE) && table.is(low, Operator.ITE) && table.first(high) == table.first(low)) {
            return pool.ite(
                    table.first(high),
                    concat(table.second(high), table.second(low)),
                    concat(table.third(high), table.third(low)));
        }
        int trailing =
                constantLow && table.value(low) == 0 ? lowWidth + table.trailingZeros(high) : table.trailingZeros(low);
        return table.intern(TermTable.head(Operator.CONCAT, width, table.leadingZeros(high), trailing), high, low, 0);
    }

    /** One term for two that stand side by side, or 0 if there is none. */
    private int merged(int high, int low) {
        if (choices.isConstant(high) && choices.isConstant(low)) return concat(high, low);
        if (table.is(high, Operator.EXTRACT)
                && table.is(low, Operator.EXTRACT)
                && table.first(high) == table.first(low)
                && table.second(high) == table.second(low) + table.width(low)) {
            return extract(table.first(high), table.second(high) + table.width(high) - 1, table.second(low));
        }
        return 0;
    }

    int zeroExtend(int x, int width) {
        int from = table.width(x);
        if (width < from || width > 64) throw new IllegalArgumentException(from + " bits extended to " + width);
        if (width == from) return x;
        if (choices.isConstant(x)) return pool.bv(table.value(x), width);
        if (table.is(x, Operator.ZERO_EXTEND)) return zeroExtend(table.first(x), width);
        if (choices.isSmallTable(x)) return choices.mapLeaves(x, leaf -> zeroExtend(leaf, width));
        return table.intern(
                TermTable.head(
                        Operator.ZERO_EXTEND, width, table.leadingZeros(x) + width - from, table.trailingZeros(x)),
                x,
                0,
                0);
    }

    int signExtend(int x, int width) {
        int from = table.width(x);
        if (width < from || width > 64) throw new IllegalArgumentException(from + " bits extended to " + width);
        if (width == from) return x;
        if (choices.isConstant(x)) return pool.bv(Meaning.signed(table.value(x), from), width);
        if (table.leadingZeros(x) > 0) return zeroExtend(x, width);
        if (table.is(x, Operator.SIGN_EXTEND)) return signExtend(table.first(x), width);
        if (choices.isSmallTable(x)) return choices.mapLeaves(x, leaf -> signExtend(leaf, width));
        return table.intern(TermTable.head(Operator.SIGN_EXTEND, width, 0, table.trailingZeros(x)), x, 0, 0);
    }
}
