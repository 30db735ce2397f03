package dev.moirai.ir;

import dev.moirai.ir.Expr.BinaryOp;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.OptionalInt;

/**
 * A {@code long double} of x86: a sign, an exponent of 15 bits and a significand of 64 bits whose first bit is written.
 * {@code signAndExponent} has the upper 16 of the 80 bits. Results are rounded to the nearest, halves to even.
 */
public record Extended(int signAndExponent, long significand) {
    private static final int BIAS = 16383;
    private static final int SPECIAL = 0x7fff;
    private static final int PRECISION = 64;
    private static final long TOP = 1L << 63;
    private static final Extended NAN = new Extended(0xffff, 3L << 62);

    public static final Extended ZERO = new Extended(0, 0);

    // ---- parts -------------------------------------------------------------------------------------------------

    public boolean isNegative() {
        return signAndExponent >> 15 != 0;
    }

    private int exponent() {
        return signAndExponent & SPECIAL;
    }

    public boolean isInfinite() {
        return exponent() == SPECIAL && significand << 1 == 0;
    }

    public boolean isNaN() {
        return exponent() == SPECIAL && significand << 1 != 0;
    }

    private boolean isZero() {
        return significand == 0;
    }

    private BigInteger magnitude() {
        return new BigInteger(Long.toUnsignedString(significand));
    }

    /** The power of two that the significand, as an integer, is multiplied by. */
    private int scale() {
        return Math.max(exponent(), 1) - BIAS - (PRECISION - 1);
    }

    private BigInteger signed() {
        return isNegative() ? magnitude().negate() : magnitude();
    }

    // ---- rounding ----------------------------------------------------------------------------------------------

    private static Extended special(boolean negative) {
        return new Extended((negative ? 1 << 15 : 0) | SPECIAL, TOP);
    }

    /**
     * The number {@code ±value * 2^scale}, rounded. Bits below the last one of {@code value} may have been
     * dropped, if the last one was set in their place and {@code value} has at least two bits more than a significand.
     */
    private static Extended rounded(boolean negative, BigInteger value, int scale) {
        int sign = negative ? 1 << 15 : 0;
        if (value.signum() == 0) return new Extended(sign, 0);
        int lowest = 1 - BIAS - (PRECISION - 1);
        int drop = Math.max(value.bitLength() - PRECISION, lowest - scale);
        BigInteger kept = value;
        if (drop > 0) {
            kept = value.shiftRight(drop);
            boolean half = value.testBit(drop - 1);
            boolean more = half && value.getLowestSetBit() < drop - 1;
            if (half && (more || kept.testBit(0))) kept = kept.add(BigInteger.ONE);
        } else {
            kept = value.shiftLeft(-drop);
        }
        int exponent = scale + drop;
        if (kept.bitLength() > PRECISION) {
            kept = kept.shiftRight(1);
            exponent++;
        }
        if (kept.bitLength() < PRECISION) return new Extended(sign, kept.longValue());
        int biased = exponent + BIAS + PRECISION - 1;
        return biased >= SPECIAL ? special(negative) : new Extended(sign | biased, kept.longValue());
    }

    // ---- arithmetic --------------------------------------------------------------------------------------------

    public Extended negated() {
        return new Extended(signAndExponent ^ 1 << 15, significand);
    }

    public static Extended apply(BinaryOp op, Extended a, Extended b) {
        if (a.isNaN() || b.isNaN()) return a.isNaN() ? a : b;
        return switch (op) {
            case ADD -> sum(a, b);
            case SUBTRACT -> sum(a, b.negated());
            case MULTIPLY -> product(a, b);
            case DIVIDE -> quotient(a, b);
            default -> throw new IllegalArgumentException(op + " on long double");
        };
    }

    private static Extended sum(Extended a, Extended b) {
        if (a.isInfinite()) return b.isInfinite() && a.isNegative() != b.isNegative() ? NAN : a;
        if (b.isInfinite()) return b;
        int scale = Math.min(a.scale(), b.scale());
        BigInteger sum = a.signed().shiftLeft(a.scale() - scale).add(b.signed().shiftLeft(b.scale() - scale));
        boolean negative = sum.signum() < 0 || sum.signum() == 0 && a.isNegative() && b.isNegative();
        return rounded(negative, sum.abs(), scale);
    }

    private static Extended product(Extended a, Extended b) {
        boolean negative = a.isNegative() != b.isNegative();
        if (a.isInfinite() || b.isInfinite()) return a.isZero() || b.isZero() ? NAN : special(negative);
        return rounded(negative, a.magnitude().multiply(b.magnitude()), a.scale() + b.scale());
    }

    private static Extended quotient(Extended a, Extended b) {
        boolean negative = a.isNegative() != b.isNegative();
        if (a.isInfinite()) return b.isInfinite() ? NAN : special(negative);
        if (b.isInfinite()) return new Extended(negative ? 1 << 15 : 0, 0);
        if (b.isZero()) return a.isZero() ? NAN : special(negative);
        return ratio(negative, a.magnitude(), b.magnitude(), a.scale() - b.scale());
    }

    /** {@code ±numerator / denominator * 2^scale}. */
    private static Extended ratio(boolean negative, BigInteger numerator, BigInteger denominator, int scale) {
        int shift = Math.max(0, PRECISION + 3 - numerator.bitLength() + denominator.bitLength());
        BigInteger[] parts = numerator.shiftLeft(shift).divideAndRemainder(denominator);
        BigInteger quotient = parts[1].signum() == 0 ? parts[0] : parts[0].setBit(0);
        return rounded(negative, quotient, scale - shift);
    }

    /** Less than zero, zero, or more; nothing if one is no number. */
    public static OptionalInt compare(Extended a, Extended b) {
        if (a.isNaN() || b.isNaN()) return OptionalInt.empty();
        if (a.isZero() && b.isZero()) return OptionalInt.of(0);
        if (a.isNegative() != b.isNegative()) return OptionalInt.of(a.isNegative() ? -1 : 1);
        int order = Integer.compare(a.exponent(), b.exponent());
        if (order == 0) order = Long.compareUnsigned(a.significand, b.significand);
        return OptionalInt.of(a.isNegative() ? -order : order);
    }

    // ---- conversions -------------------------------------------------------------------------------------------

    public static Extended of(BigInteger value) {
        return rounded(value.signum() < 0, value.abs(), 0);
    }

    public static Extended of(double value) {
        boolean negative = Double.doubleToRawLongBits(value) < 0;
        if (Double.isInfinite(value)) return special(negative);
        if (Double.isNaN(value)) {
            long fraction = Double.doubleToRawLongBits(value) << 12 >>> 1;
            return new Extended((negative ? 1 << 15 : 0) | SPECIAL, TOP | fraction | 1L << 62);
        }
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> 52) & 0x7ff;
        long fraction = bits & (1L << 52) - 1 | (exponent == 0 ? 0 : 1L << 52);
        return rounded(negative, BigInteger.valueOf(fraction), Math.max(exponent, 1) - 1075);
    }

    /** The number a C literal stands for, without its suffix: decimal, or hexadecimal with an exponent. */
    public static Extended parse(String text) {
        if (text.startsWith("0x") || text.startsWith("0X")) {
            int p = Math.max(text.indexOf('p'), text.indexOf('P'));
            String digits = text.substring(2, p);
            int point = digits.indexOf('.');
            int behind = point < 0 ? 0 : digits.length() - point - 1;
            BigInteger value = new BigInteger(digits.replace(".", ""), 16);
            return rounded(false, value, Integer.parseInt(text.substring(p + 1)) - 4 * behind);
        }
        var decimal = new BigDecimal(text);
        if (decimal.scale() <= 0) return of(decimal.toBigIntegerExact());
        return ratio(false, decimal.unscaledValue(), BigInteger.TEN.pow(decimal.scale()), 0);
    }

    /** The number without its fraction; for infinities and what is no number, the least integer of 128 bits. */
    public BigInteger toInteger() {
        if (exponent() == SPECIAL || scale() > 64)
            return BigInteger.ONE.shiftLeft(127).negate();
        BigInteger whole =
                scale() > 0 ? magnitude().shiftLeft(scale()) : magnitude().shiftRight(-scale());
        return isNegative() ? whole.negate() : whole;
    }

    public double toDouble() {
        if (isNaN()) return Double.NaN;
        double size = isInfinite() ? Double.POSITIVE_INFINITY : decimal().doubleValue();
        return isNegative() ? -size : size;
    }

    public float toFloat() {
        if (isNaN()) return Float.NaN;
        float size = isInfinite() ? Float.POSITIVE_INFINITY : decimal().floatValue();
        return isNegative() ? -size : size;
    }

    /** The exact size of a finite number. */
    public BigDecimal decimal() {
        var whole = new BigDecimal(magnitude());
        if (scale() >= 0) return whole.multiply(new BigDecimal(BigInteger.TWO.pow(scale())));
        // Divided by a power of two a number has as many more decimals as the power has bits.
        return whole.divide(new BigDecimal(BigInteger.TWO.pow(-scale())), MathContext.UNLIMITED);
    }
}
