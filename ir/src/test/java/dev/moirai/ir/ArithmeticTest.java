package dev.moirai.ir;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Expr.UnaryOp;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators against unbounded integers, and conversions against what gcc does on x86-64. */
class ArithmeticTest {
    private static final Type.Float F32 = new Type.Float(32);
    private static final Type.Float F64 = new Type.Float(64);

    private static long any(SplittableRandom random, Type.Int type) {
        long value = switch (random.nextInt(5)) {
            case 0 -> random.nextInt(-3, 4);
            case 1 -> (1L << random.nextInt(64)) + random.nextInt(-1, 2);
            case 2 -> -(1L << random.nextInt(64)) + random.nextInt(-1, 2);
            default -> random.nextLong();
        };
        return Arithmetic.normalize(type, value);
    }

    /** The number a canonical value stands for. */
    private static BigInteger number(Type.Int type, long value) {
        return type.signed() ? BigInteger.valueOf(value) : new BigInteger(Long.toUnsignedString(value));
    }

    private static boolean fits(Type.Int type, BigInteger number) {
        BigInteger least =
                type.signed() ? BigInteger.ONE.shiftLeft(type.width() - 1).negate() : BigInteger.ZERO;
        BigInteger most = BigInteger.ONE
                .shiftLeft(type.signed() ? type.width() - 1 : type.width())
                .subtract(BigInteger.ONE);
        return number.compareTo(least) >= 0 && number.compareTo(most) <= 0;
    }

    private static long wrapped(Type.Int type, BigInteger number) {
        return Arithmetic.normalize(type, number.longValue());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 16, 24, 31, 32, 33, 63, 64})
    void integersAgreeWithUnboundedOnes(int width) {
        for (boolean signed : new boolean[] {true, false}) {
            var type = new Type.Int(width, signed);
            var random = new SplittableRandom(width);
            for (int i = 0; i < 20_000; i++) {
                long a = any(random, type);
                long b = any(random, type);
                check(type, a, b);
            }
        }
    }

    private static void check(Type.Int type, long a, long b) {
        BigInteger x = number(type, a);
        BigInteger y = number(type, b);
        String where = x + ", " + y + " in " + type;
        checkExact(where, type, BinaryOp.ADD, a, b, x.add(y));
        checkExact(where, type, BinaryOp.SUBTRACT, a, b, x.subtract(y));
        checkExact(where, type, BinaryOp.MULTIPLY, a, b, x.multiply(y));
        if (b != 0) {
            checkExact(where, type, BinaryOp.DIVIDE, a, b, x.divide(y));
            // C calls INT_MIN % -1 undefined, though its result would fit.
            assertThat(Arithmetic.binary(BinaryOp.REMAINDER, type, a, b))
                    .as(where)
                    .isEqualTo(wrapped(type, x.remainder(y)));
            assertThat(Arithmetic.overflows(BinaryOp.REMAINDER, type, a, b))
                    .as(where)
                    .isEqualTo(type.signed() && !fits(type, x.divide(y)));
        }
        assertThat(Arithmetic.binary(BinaryOp.AND, type, a, b)).isEqualTo(wrapped(type, x.and(y)));
        assertThat(Arithmetic.binary(BinaryOp.OR, type, a, b)).isEqualTo(wrapped(type, x.or(y)));
        assertThat(Arithmetic.binary(BinaryOp.XOR, type, a, b)).isEqualTo(wrapped(type, x.xor(y)));
        assertThat(Arithmetic.unary(UnaryOp.NEGATE, type, a)).isEqualTo(wrapped(type, x.negate()));
        assertThat(Arithmetic.unary(UnaryOp.COMPLEMENT, type, a)).isEqualTo(wrapped(type, x.not()));
        assertThat(Arithmetic.overflows(UnaryOp.NEGATE, type, a)).isEqualTo(type.signed() && !fits(type, x.negate()));
        int order = x.compareTo(y);
        assertThat(Arithmetic.compare(CompareOp.LESS, type, a, b)).as(where).isEqualTo(order < 0);
        assertThat(Arithmetic.compare(CompareOp.LESS_OR_EQUAL, type, a, b)).isEqualTo(order <= 0);
        assertThat(Arithmetic.compare(CompareOp.GREATER, type, a, b)).isEqualTo(order > 0);
        assertThat(Arithmetic.compare(CompareOp.GREATER_OR_EQUAL, type, a, b)).isEqualTo(order >= 0);
        assertThat(Arithmetic.compare(CompareOp.EQUAL, type, a, b)).isEqualTo(order == 0);
        assertThat(Arithmetic.compare(CompareOp.NOT_EQUAL, type, a, b)).isEqualTo(order != 0);
        int count = (int) Long.remainderUnsigned(b, type.width());
        boolean shiftOverflows = type.signed() && (a < 0 || !fits(type, x.shiftLeft(count)));
        assertThat(Arithmetic.binary(BinaryOp.SHIFT_RIGHT, type, a, b))
                .as(where)
                .isEqualTo(wrapped(type, x.shiftRight(count)));
        assertThat(Arithmetic.binary(BinaryOp.SHIFT_LEFT, type, a, b)).isEqualTo(wrapped(type, x.shiftLeft(count)));
        assertThat(Arithmetic.overflows(BinaryOp.SHIFT_LEFT, type, a, count))
                .as(where + " << " + count)
                .isEqualTo(shiftOverflows);
        assertThat(Arithmetic.overflows(BinaryOp.SHIFT_RIGHT, type, a, count)).isFalse();
        assertThat(Arithmetic.overflows(BinaryOp.SHIFT_RIGHT, type, a, type.width()))
                .isTrue();
        assertThat(Arithmetic.overflows(BinaryOp.SHIFT_LEFT, type, a, -1)).isTrue();
    }

    private static void checkExact(String where, Type.Int type, BinaryOp op, long a, long b, BigInteger exact) {
        assertThat(Arithmetic.binary(op, type, a, b)).as(op + " of " + where).isEqualTo(wrapped(type, exact));
        assertThat(Arithmetic.overflows(op, type, a, b))
                .as(op + " of " + where)
                .isEqualTo(type.signed() && !fits(type, exact));
    }

    @Test
    void integersConvertByTheirBits() {
        var random = new SplittableRandom(5);
        int[] widths = {8, 16, 32, 64};
        for (int i = 0; i < 20_000; i++) {
            var from = new Type.Int(widths[random.nextInt(4)], random.nextBoolean());
            var to = new Type.Int(widths[random.nextInt(4)], random.nextBoolean());
            long value = any(random, from);
            assertThat(Arithmetic.cast(from, to, value)).isEqualTo(wrapped(to, number(from, value)));
        }
    }

    /** What gcc 13 -O0 makes of a double on x86-64, in range and out of it. */
    @ParameterizedTest
    @CsvSource({
        "3e9, 0, 0, 0, 0, -2147483648, 3000000000, 3000000000, 3000000000",
        "-1.0, -1, 255, -1, 65535, -1, 4294967295, -1, 18446744073709551615",
        "-1.9, -1, 255, -1, 65535, -1, 4294967295, -1, 18446744073709551615",
        "1.9, 1, 1, 1, 1, 1, 1, 1, 1",
        "1e20, 0, 0, 0, 0, -2147483648, 0, -9223372036854775808, 0",
        "-1e20, 0, 0, 0, 0, -2147483648, 0, -9223372036854775808, 9223372036854775808",
        "NaN, 0, 0, 0, 0, -2147483648, 0, -9223372036854775808, 9223372036854775808",
        "4294967296.5, 0, 0, 0, 0, -2147483648, 0, 4294967296, 4294967296",
        "9.3e18, 0, 0, 0, 0, -2147483648, 0, -9223372036854775808, 9300000000000000000",
        "255.9, -1, 255, 255, 255, 255, 255, 255, 255",
        "-129, 127, 127, -129, 65407, -129, 4294967167, -129, 18446744073709551487",
        "2147483648.0, 0, 0, 0, 0, -2147483648, 2147483648, 2147483648, 2147483648",
        "-2147483649.0, 0, 0, 0, 0, -2147483648, 2147483647, -2147483649, 18446744071562067967",
    })
    void doublesConvertAsOnX86(double value, long c, long uc, long s, long us, long i, long ui, long l, String ul) {
        assertThat(toInteger(value, 8, true)).isEqualTo(c);
        assertThat(toInteger(value, 8, false)).isEqualTo(uc);
        assertThat(toInteger(value, 16, true)).isEqualTo(s);
        assertThat(toInteger(value, 16, false)).isEqualTo(us);
        assertThat(toInteger(value, 32, true)).isEqualTo(i);
        assertThat(toInteger(value, 32, false)).isEqualTo(ui);
        assertThat(toInteger(value, 64, true)).isEqualTo(l);
        assertThat(Long.toUnsignedString(toInteger(value, 64, false))).isEqualTo(ul);
    }

    private static long toInteger(double value, int width, boolean signed) {
        return Arithmetic.cast(F64, new Type.Int(width, signed), Double.doubleToRawLongBits(value));
    }

    /** Rounded once, to even, also for unsigned numbers beyond the signed range. */
    @ParameterizedTest
    @CsvSource({
        "9223372036854775809, 0x1p63, 0x1p63",
        "18446744073709551615, 0x1p64, 0x1p64",
        "9223372036854776833, 0x1p63, 0x1.0000000000001p63",
        "9223373136366403585, 0x1.000002p63, 0x1.000002p63",
        "16777217, 0x1p24, 0x1.000001p24",
        "9007199254740993, 0x1p53, 0x1p53",
    })
    void integersConvertToTheNearestFloat(String value, String asFloat, String asDouble) {
        long bits = Long.parseUnsignedLong(value);
        assertThat(Arithmetic.toDouble(F32, Arithmetic.cast(Type.U64, F32, bits)))
                .isEqualTo(Double.parseDouble(asFloat));
        assertThat(Arithmetic.toDouble(F64, Arithmetic.cast(Type.U64, F64, bits)))
                .isEqualTo(Double.parseDouble(asDouble));
    }

    @Test
    void floatsFollowIeee() {
        long nan = Double.doubleToRawLongBits(Double.NaN);
        long zero = Double.doubleToRawLongBits(0.0);
        long minusZero = Arithmetic.unary(UnaryOp.NEGATE, F64, zero);
        long one = Double.doubleToRawLongBits(1.0);
        assertThat(Arithmetic.compare(CompareOp.EQUAL, F64, nan, nan)).isFalse();
        assertThat(Arithmetic.compare(CompareOp.NOT_EQUAL, F64, nan, nan)).isTrue();
        assertThat(Arithmetic.compare(CompareOp.LESS_OR_EQUAL, F64, nan, one)).isFalse();
        assertThat(Arithmetic.compare(CompareOp.EQUAL, F64, zero, minusZero)).isTrue();
        assertThat(minusZero).isNotEqualTo(zero);
        assertThat(Arithmetic.toDouble(F64, Arithmetic.binary(BinaryOp.DIVIDE, F64, one, minusZero)))
                .isEqualTo(Double.NEGATIVE_INFINITY);
        long tenth = Arithmetic.fromDouble(F32, 0.1);
        long sum = Arithmetic.binary(BinaryOp.ADD, F32, tenth, Arithmetic.fromDouble(F32, 0.2));
        assertThat(Arithmetic.toDouble(F32, sum)).isEqualTo(0.1f + 0.2f);
        assertThat(sum).isPositive().isLessThan(1L << 32);
    }
}
