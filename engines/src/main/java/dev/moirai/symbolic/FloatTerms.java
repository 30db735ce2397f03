package dev.moirai.symbolic;

import dev.moirai.bound.Unencodable;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.source.SourceSpan;

/**
 * Floating-point numbers (IEEE 754, to the nearest, ties to even) as bit-vectors of their bits, with operators made of those on
 * whole numbers: so every solver takes them. Sums, differences, products, comparisons and conversions that have one meaning in C and
 * Java; quotients, remainders and conversions to whole numbers are refused. What is not a number comes out as one such pattern.
 */
public final class FloatTerms {
    /** Significands are normalised here, with room for the bits that rounding looks at. */
    private static final int WORK = 64;
    /** Exponents, biased, below zero and beyond the greatest too. */
    private static final int EXPONENT = 16;

    /** @param fraction the bits after the leading one, @param exponent those of the exponent */
    private record Format(int fraction, int exponent) {
        static Format of(Type.Float type) {
            return type.width() == 32 ? new Format(23, 8) : new Format(52, 11);
        }

        int width() {
            return 1 + exponent + fraction;
        }

        long bias() {
            return (1L << exponent - 1) - 1;
        }

        long most() {
            return (1L << exponent) - 1;
        }
    }

    /** @param exponent biased, 1 for the least numbers, @param significand with its leading bit, if it has one */
    private record Parts(int sign, int magnitude, int exponent, int significand, int isNan, int isInfinite) {}

    /** @param exponent biased, as if the highest bit of the significand were its leading one */
    private record Scaled(int exponent, int significand) {}

    private final TermPool pool;

    public FloatTerms(TermPool pool) {
        this.pool = pool;
    }

    public int negate(Type.Float type, int value) {
        return pool.bvXor(value, pool.bv(1L << type.width() - 1, type.width()));
    }

    public int compare(CompareOp op, Type.Float type, int left, int right) {
        Format format = Format.of(type);
        Parts a = parts(format, left);
        Parts b = parts(format, right);
        return switch (op) {
            case EQUAL -> equal(a, b);
            case NOT_EQUAL -> -equal(a, b);
            case LESS -> less(a, b);
            case LESS_OR_EQUAL -> pool.or(less(a, b), equal(a, b));
            case GREATER -> less(b, a);
            case GREATER_OR_EQUAL -> pool.or(less(b, a), equal(a, b));
        };
    }

    private int areNumbers(Parts a, Parts b) {
        return pool.and(-a.isNan, -b.isNan);
    }

    private int areZero(Parts a, Parts b) {
        return pool.and(isZero(a.magnitude), isZero(b.magnitude));
    }

    private int equal(Parts a, Parts b) {
        int same = pool.and(pool.iff(a.sign, b.sign), pool.eq(a.magnitude, b.magnitude));
        return pool.and(areNumbers(a, b), pool.or(same, areZero(a, b)));
    }

    private int less(Parts a, Parts b) {
        int below = pool.ite(a.sign, pool.ult(b.magnitude, a.magnitude), pool.ult(a.magnitude, b.magnitude));
        int isLess = pool.ite(pool.iff(a.sign, b.sign), below, pool.and(a.sign, -areZero(a, b)));
        return pool.and(areNumbers(a, b), isLess);
    }

    public int binary(BinaryOp op, Type.Float type, int left, int right, SourceSpan span) {
        Format format = Format.of(type);
        return switch (op) {
            case ADD -> add(format, parts(format, left), parts(format, right));
            case SUBTRACT -> add(format, parts(format, left), parts(format, negate(type, right)));
            case MULTIPLY -> multiply(format, parts(format, left), parts(format, right));
            case DIVIDE, REMAINDER, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT ->
                throw new Unencodable("floating-point division", span);
        };
    }

    /** From a whole number or from the other format. */
    public int cast(Type from, Type.Float to, int value, ScalarTerms scalars, SourceSpan span) {
        Format format = Format.of(to);
        if (from instanceof Type.Float other) {
            if (other.equals(to)) return value;
            Format source = Format.of(other);
            Parts parts = parts(source, value);
            int exponent = pool.bvAdd(parts.exponent, pool.bv(format.bias() - source.bias(), EXPONENT));
            int significand = shifted(parts.significand, WORK - 1 - source.fraction);
            int rounded = rounded(format, parts.sign, exponent, significand);
            return special(format, rounded, parts.isNan, parts.isInfinite, parts.sign);
        }
        if (!(from instanceof Type.Int whole)) throw new Unencodable("a number of a type " + from, span);
        int wide = scalars.resize(value, from, WORK);
        int sign = whole.signed() ? pool.slt(wide, pool.bv(0, WORK)) : TermPool.FALSE;
        int exponent = pool.bv(format.bias() + WORK - 1, EXPONENT);
        return rounded(format, sign, exponent, pool.ite(sign, pool.bvNeg(wide), wide));
    }

    private Parts parts(Format format, int bits) {
        int fraction = pool.extract(bits, format.fraction - 1, 0);
        int exponent = pool.extract(bits, format.width() - 2, format.fraction);
        int isSmall = isZero(exponent);
        int isLarge = pool.eq(exponent, pool.bv(format.most(), format.exponent));
        int isWhole = isZero(fraction);
        int leading = pool.ite(isSmall, pool.bv(0, 1), pool.bv(1, 1));
        return new Parts(
                -isZero(pool.extract(bits, format.width() - 1, format.width() - 1)),
                pool.extract(bits, format.width() - 2, 0),
                pool.ite(isSmall, pool.bv(1, EXPONENT), pool.zext(exponent, EXPONENT)),
                pool.concat(leading, fraction),
                pool.and(isLarge, -isWhole),
                pool.and(isLarge, isWhole));
    }

    private int add(Format format, Parts a, Parts b) {
        int isSwapped = pool.ult(a.magnitude, b.magnitude);
        int sign = pool.ite(isSwapped, b.sign, a.sign);
        int exponent = pool.ite(isSwapped, b.exponent, a.exponent);
        int distance = pool.bvSub(exponent, pool.ite(isSwapped, a.exponent, b.exponent));
        // One bit for the carry above; three below, the last of which stands for all that are shifted out.
        int width = format.fraction + 5;
        int large = extended(pool.ite(isSwapped, b.significand, a.significand), width);
        int small = extended(pool.ite(isSwapped, a.significand, b.significand), width);
        int moved = shiftedDown(small, pool.extract(pool.zext(distance, WORK), width - 1, 0));
        int sum = pool.ite(pool.iff(a.sign, b.sign), pool.bvAdd(large, moved), pool.bvSub(large, moved));
        int exact = pool.ite(isZero(sum), pool.and(a.sign, b.sign), sign);
        int next = pool.bvAdd(exponent, pool.bv(1, EXPONENT));
        int rounded = rounded(format, exact, next, shifted(sum, WORK - width));
        int isNan = pool.or(pool.or(a.isNan, b.isNan), pool.and(a.isInfinite, b.isInfinite, pool.xor(a.sign, b.sign)));
        return special(format, rounded, isNan, pool.or(a.isInfinite, b.isInfinite), sign);
    }

    private int extended(int significand, int width) {
        return pool.bvShl(pool.zext(significand, width), pool.bv(3, width));
    }

    private int multiply(Format format, Parts a, Parts b) {
        int sign = pool.xor(a.sign, b.sign);
        boolean fits = 2 * (format.fraction + 1) <= WORK;
        Scaled left = fits ? new Scaled(a.exponent, a.significand) : normalised(a.exponent, a.significand);
        Scaled right = fits ? new Scaled(b.exponent, b.significand) : normalised(b.exponent, b.significand);
        int product = fits
                ? shifted(pool.bvMul(wide(left.significand), wide(right.significand)), WORK - 2 * (format.fraction + 1))
                : highProduct(wide(left.significand), wide(right.significand));
        int exponent = pool.bvSub(pool.bvAdd(left.exponent, right.exponent), pool.bv(format.bias() - 1, EXPONENT));
        int rounded = rounded(format, sign, exponent, product);
        int isInfinite = pool.or(a.isInfinite, b.isInfinite);
        int isNan = pool.or(pool.or(a.isNan, b.isNan), pool.and(isInfinite, areEitherZero(a, b)));
        return special(format, rounded, isNan, isInfinite, sign);
    }

    private int areEitherZero(Parts a, Parts b) {
        return pool.or(isZero(a.magnitude), isZero(b.magnitude));
    }

    /** The upper 64 of the 106 bits of a product of two numbers of 53; the last bit also stands for those below. */
    private int highProduct(int a, int b) {
        int half = pool.bv(27, WORK);
        int lowMask = pool.bv((1L << 27) - 1, WORK);
        int aHigh = pool.bvLshr(a, half);
        int aLow = pool.bvAnd(a, lowMask);
        int bHigh = pool.bvLshr(b, half);
        int bLow = pool.bvAnd(b, lowMask);
        int low = pool.bvMul(aLow, bLow);
        int middle = pool.bvAdd(pool.bvAdd(pool.bvMul(aHigh, bLow), pool.bvMul(aLow, bHigh)), pool.bvLshr(low, half));
        int high = pool.bvAdd(pool.bvMul(aHigh, bHigh), pool.bvLshr(middle, half));
        int rest = pool.bvAnd(middle, lowMask);
        int upper = pool.bvOr(pool.bvShl(high, pool.bv(12, WORK)), pool.bvLshr(rest, pool.bv(15, WORK)));
        int below = pool.bvOr(pool.bvAnd(rest, pool.bv((1L << 15) - 1, WORK)), pool.bvAnd(low, lowMask));
        return sticky(upper, -isZero(below));
    }

    /**
     * The number {@code significand / 2^63 * 2^(exponent - bias)}, rounded.
     *
     * @param significand of 64 bits; the last one also stands for those that were lost
     */
    private int rounded(Format format, int sign, int exponent, int significand) {
        Scaled scaled = normalised(exponent, significand);
        int value = scaled.significand;
        int power = scaled.exponent;
        int one = pool.bv(1, EXPONENT);
        int isSmall = pool.slt(power, one);
        int down = pool.sext(pool.bvSub(one, power), WORK);
        value = pool.ite(isSmall, shiftedDown(value, down), value);
        int field = pool.ite(isSmall, pool.bv(0, EXPONENT), power);
        int last = WORK - 1 - format.fraction;
        int packed = pool.concat(pool.extract(field, format.exponent - 1, 0), pool.extract(value, WORK - 2, last));
        int isHalf = isSet(value, last - 1);
        int isMore = -isZero(pool.extract(value, last - 2, 0));
        int isUp = pool.and(isHalf, pool.or(isMore, isSet(value, last)));
        int magnitude = pool.bvAdd(packed, pool.fromBool(isUp, format.width() - 1));
        int infinite = pool.bv(format.most() << format.fraction, format.width() - 1);
        int isInfinite = pool.sle(pool.bv(format.most(), EXPONENT), field);
        int isNothing = isZero(significand);
        int result = pool.ite(isNothing, pool.bv(0, format.width() - 1), pool.ite(isInfinite, infinite, magnitude));
        return pool.concat(pool.fromBool(sign, 1), result);
    }

    /** The same number with a leading one, unless it is zero. */
    private Scaled normalised(int exponent, int significand) {
        int width = pool.width(significand);
        int value = significand;
        int power = exponent;
        for (int by = WORK / 2; by > 0; by /= 2) {
            int isEmpty = isZero(pool.extract(value, width - 1, width - by));
            value = pool.ite(isEmpty, pool.bvShl(value, pool.bv(by, width)), value);
            power = pool.ite(isEmpty, pool.bvSub(power, pool.bv(by, EXPONENT)), power);
        }
        return new Scaled(power, value);
    }

    private int special(Format format, int number, int isNan, int isInfinite, int sign) {
        int infinite =
                pool.concat(pool.fromBool(sign, 1), pool.bv(format.most() << format.fraction, format.width() - 1));
        int nan = pool.bv((format.most() << format.fraction) | 1L << format.fraction - 1, format.width());
        return pool.ite(isNan, nan, pool.ite(isInfinite, infinite, number));
    }

    private int shiftedDown(int value, int count) {
        int moved = pool.bvLshr(value, count);
        return sticky(moved, -pool.eq(pool.bvShl(moved, count), value));
    }

    private int sticky(int value, int isLost) {
        return pool.bvOr(value, pool.fromBool(isLost, pool.width(value)));
    }

    private int shifted(int value, int by) {
        return pool.bvShl(wide(value), pool.bv(by, WORK));
    }

    private int wide(int value) {
        return pool.zext(value, WORK);
    }

    private int isZero(int value) {
        return pool.eq(value, pool.bv(0, pool.width(value)));
    }

    private int isSet(int value, int bit) {
        return -isZero(pool.extract(value, bit, bit));
    }
}
