package dev.moirai.value;

import java.math.BigInteger;
import java.util.Optional;

/** The meaning of operators on values given by their {@linkplain ValueNames names}; truth values are 0 and 1. */
public final class Exact {
    private Exact() {}

    // ---- integers ----------------------------------------------------------------------------------------------

    public static long add(long a, long b) {
        return areOwn(a, b)
                ? ValueNames.ofInteger(a + b)
                : ValueNames.of(ValueNames.integer(a).add(ValueNames.integer(b)));
    }

    public static long subtract(long a, long b) {
        return areOwn(a, b)
                ? ValueNames.ofInteger(a - b)
                : ValueNames.of(ValueNames.integer(a).subtract(ValueNames.integer(b)));
    }

    public static long multiply(long a, long b) {
        if (areOwn(a, b) && Math.multiplyHigh(a, b) == (a * b) >> 63) return ValueNames.ofInteger(a * b);
        return ValueNames.of(ValueNames.integer(a).multiply(ValueNames.integer(b)));
    }

    public static long quotient(long a, long b) {
        return ValueNames.of(quotient(ValueNames.integer(a), ValueNames.integer(b)));
    }

    public static long remainder(long a, long b) {
        return ValueNames.of(remainder(ValueNames.integer(a), ValueNames.integer(b)));
    }

    public static boolean isLess(long a, long b) {
        return areOwn(a, b) ? a < b : ValueNames.integer(a).compareTo(ValueNames.integer(b)) < 0;
    }

    private static boolean areOwn(long a, long b) {
        return ValueNames.isOwn(a) && ValueNames.isOwn(b);
    }

    /** Euclid's quotient, 0 for a division by zero. */
    static BigInteger quotient(BigInteger x, BigInteger y) {
        if (y.signum() == 0) return BigInteger.ZERO;
        BigInteger[] parts = x.divideAndRemainder(y);
        return parts[1].signum() >= 0 ? parts[0] : parts[0].subtract(BigInteger.valueOf(y.signum()));
    }

    /** Euclid's remainder, which is never negative; 0 for a division by zero. */
    static BigInteger remainder(BigInteger x, BigInteger y) {
        return y.signum() == 0 ? BigInteger.ZERO : x.mod(y.abs());
    }

    /** The integer that the lowest bits are, without a sign. */
    public static long unsigned(long bits, int width) {
        long plain = width == 64 ? bits : bits & ((1L << width) - 1);
        return plain >= 0 ? ValueNames.ofInteger(plain) : ValueNames.of(new BigInteger(Long.toUnsignedString(plain)));
    }

    /** The integer that the lowest bits are in two's complement. */
    public static long signed(long bits, int width) {
        return ValueNames.ofInteger(bits << (64 - width) >> (64 - width));
    }

    /** The lowest 64 bits of an integer. */
    public static long bits(long integer) {
        return ValueNames.integer(integer).longValue();
    }

    // ---- reals -------------------------------------------------------------------------------------------------

    public static long addReals(long a, long b) {
        return ValueNames.of(ValueNames.real(a).add(ValueNames.real(b)));
    }

    public static long subtractReals(long a, long b) {
        return ValueNames.of(ValueNames.real(a).add(ValueNames.real(b).negate()));
    }

    public static long multiplyReals(long a, long b) {
        return ValueNames.of(ValueNames.real(a).multiply(ValueNames.real(b)));
    }

    public static long divideReals(long a, long b) {
        return ValueNames.of(ValueNames.real(a).divide(ValueNames.real(b)));
    }

    public static boolean isLessReal(long a, long b) {
        return ValueNames.real(a).isLess(ValueNames.real(b));
    }

    public static long realOf(long integer) {
        return ValueNames.of(Rational.of(ValueNames.integer(integer)));
    }

    public static long floor(long real) {
        return ValueNames.of(ValueNames.real(real).floor());
    }

    // ---- variants ----------------------------------------------------------------------------------------------

    /** @param zero the case of the type's zero, here and below */
    public static boolean isCase(long value, int which, int zero) {
        return ValueNames.variant(value).map(VariantValue::which).orElse(zero) == which;
    }

    /** The part, zero if the value was not made by this case. */
    public static long part(long value, int which, int part) {
        Optional<VariantValue> variant = ValueNames.variant(value);
        return variant.isPresent() && variant.get().which() == which
                ? variant.get().part(part)
                : 0;
    }

    // ---- maps --------------------------------------------------------------------------------------------------

    public static long lookup(long map, long key) {
        return ValueNames.map(map).get(key);
    }

    /** @param keyBits the width of the keys if they are bits, 1 for truth values; 0 for keys without bound */
    public static long update(long map, long key, long value, int keyBits) {
        return ValueNames.of(ValueNames.map(map).with(key, value, keyBits));
    }

    public static long everywhere(long value) {
        return ValueNames.of(MapValue.everywhere(value));
    }
}
