package dev.moirai.symbolic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.bound.Unencodable;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Type;
import dev.moirai.logic.Assignment;
import dev.moirai.logic.Evaluator;
import dev.moirai.logic.TermPool;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Terms of floating-point numbers against Java's own arithmetic, on numbers of every size and on those near each other. */
class FloatTermsTest {
    private static final Type.Float SINGLE = new Type.Float(32);
    private static final Type.Float DOUBLE = new Type.Float(64);
    private static final Type INT = new Type.Int(32, true);
    private static final Type LONG = new Type.Int(64, true);
    private static final Type UNSIGNED = new Type.Int(64, false);
    private static final int PAIRS = 4000;

    private final TermPool pool = new TermPool();
    private final FloatTerms floats = new FloatTerms(pool);
    private final ScalarTerms scalars = new ScalarTerms(pool, 64);
    private final int a64 = pool.bvVar("a64", 64);
    private final int b64 = pool.bvVar("b64", 64);
    private final int a32 = pool.bvVar("a32", 32);
    private final int b32 = pool.bvVar("b32", 32);

    private long value(int term, long a, long b) {
        Assignment assignment =
                variable -> variable == a64 ? a : variable == b64 ? b : (variable == a32 ? a : b) & 0xffff_ffffL;
        return new Evaluator(pool, assignment).value(term);
    }

    private static List<long[]> doubles() {
        var random = new Random(1);
        double[] special = {
            0.0,
            -0.0,
            1,
            -1,
            0.1,
            1e308,
            -1e308,
            Double.MIN_VALUE,
            Double.MIN_NORMAL,
            Double.MAX_VALUE,
            1.0 / 3,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.NaN,
            0x1p-1074 * 3,
            0x1.fffffffffffffp-1022
        };
        var pairs = new ArrayList<long[]>();
        for (double a : special) for (double b : special) pairs.add(bits(a, b));
        for (int i = 0; i < PAIRS; i++) {
            long a = random.nextLong();
            long b = random.nextLong();
            long exponents = 0x7ff0L << 48;
            pairs.add(new long[] {a, b});
            pairs.add(new long[] {a, b & ~exponents | a & exponents});
            pairs.add(new long[] {a, a + random.nextInt(5) - 2 ^ Long.MIN_VALUE});
            pairs.add(new long[] {a & ~exponents | (long) random.nextInt(60) << 52, b & ~exponents});
            pairs.add(bits(random.nextInt(1000) / 10.0, -random.nextInt(1000) / 10.0));
        }
        return pairs;
    }

    private static long[] bits(double a, double b) {
        return new long[] {Double.doubleToRawLongBits(a), Double.doubleToRawLongBits(b)};
    }

    private static long quiet(double number) {
        return Double.doubleToLongBits(number);
    }

    private static long quiet(float number) {
        return Float.floatToIntBits(number) & 0xffff_ffffL;
    }

    @Test
    void doublesAreComputedAsJavaDoes() {
        int sum = floats.binary(BinaryOp.ADD, DOUBLE, a64, b64, SourceSpan.NOWHERE);
        int difference = floats.binary(BinaryOp.SUBTRACT, DOUBLE, a64, b64, SourceSpan.NOWHERE);
        int product = floats.binary(BinaryOp.MULTIPLY, DOUBLE, a64, b64, SourceSpan.NOWHERE);
        int narrow = floats.cast(DOUBLE, SINGLE, a64, scalars, SourceSpan.NOWHERE);
        for (long[] pair : doubles()) {
            double a = Double.longBitsToDouble(pair[0]);
            double b = Double.longBitsToDouble(pair[1]);
            String what = a + " and " + b;
            assertThat(value(sum, pair[0], pair[1])).as(what).isEqualTo(quiet(a + b));
            assertThat(value(difference, pair[0], pair[1])).as(what).isEqualTo(quiet(a - b));
            assertThat(value(product, pair[0], pair[1])).as(what).isEqualTo(quiet(a * b));
            assertThat(value(narrow, pair[0], pair[1])).as(what).isEqualTo(quiet((float) a));
        }
    }

    @Test
    void floatsAreComputedAsJavaDoes() {
        int sum = floats.binary(BinaryOp.ADD, SINGLE, a32, b32, SourceSpan.NOWHERE);
        int product = floats.binary(BinaryOp.MULTIPLY, SINGLE, a32, b32, SourceSpan.NOWHERE);
        int wide = floats.cast(SINGLE, DOUBLE, a32, scalars, SourceSpan.NOWHERE);
        var random = new Random(2);
        for (int i = 0; i < 4 * PAIRS; i++) {
            int x = random.nextInt();
            int y = i % 2 == 0 ? random.nextInt() : x + random.nextInt(5) - 2 ^ Integer.MIN_VALUE;
            if (i % 3 == 0) x &= 0x80ff_ffff;
            float a = Float.intBitsToFloat(x);
            float b = Float.intBitsToFloat(y);
            String what = a + " and " + b;
            assertThat(value(sum, x, y)).as(what).isEqualTo(quiet(a + b));
            assertThat(value(product, x, y)).as(what).isEqualTo(quiet(a * b));
            assertThat(value(wide, x, y)).as(what).isEqualTo(quiet((double) a));
        }
    }

    @Test
    void numbersAreComparedAsJavaDoes() {
        for (CompareOp op : CompareOp.values()) {
            int term = floats.compare(op, DOUBLE, a64, b64);
            for (long[] pair : doubles()) {
                double a = Double.longBitsToDouble(pair[0]);
                double b = Double.longBitsToDouble(pair[1]);
                boolean expected = switch (op) {
                    case EQUAL -> a == b;
                    case NOT_EQUAL -> a != b;
                    case LESS -> a < b;
                    case LESS_OR_EQUAL -> a <= b;
                    case GREATER -> a > b;
                    case GREATER_OR_EQUAL -> a >= b;
                };
                assertThat(value(term, pair[0], pair[1]) != 0)
                        .as(a + " " + op + " " + b)
                        .isEqualTo(expected);
            }
        }
        assertThat(value(floats.negate(DOUBLE, a64), Double.doubleToRawLongBits(2.5), 0))
                .isEqualTo(Double.doubleToRawLongBits(-2.5));
    }

    @Test
    void wholeNumbersAreConverted() {
        int fromInt = floats.cast(INT, DOUBLE, a32, scalars, SourceSpan.NOWHERE);
        int fromLong = floats.cast(LONG, DOUBLE, a64, scalars, SourceSpan.NOWHERE);
        int toSingle = floats.cast(LONG, SINGLE, a64, scalars, SourceSpan.NOWHERE);
        int unsigned = floats.cast(UNSIGNED, DOUBLE, a64, scalars, SourceSpan.NOWHERE);
        var random = new Random(3);
        for (int i = 0; i < PAIRS; i++) {
            long a = i < 4
                    ? new long[] {0, 1, Long.MIN_VALUE, Long.MAX_VALUE}[i]
                    : random.nextLong() >> random.nextInt(64);
            assertThat(value(fromInt, a, 0)).isEqualTo(quiet((double) (int) a));
            assertThat(value(fromLong, a, 0)).isEqualTo(quiet((double) a));
            assertThat(value(toSingle, a, 0)).isEqualTo(quiet((float) a));
            double expected = a >= 0 ? a : 2.0 * (double) (a >>> 1 | a & 1);
            assertThat(value(unsigned, a, 0)).isEqualTo(quiet(expected));
        }
    }

    @Test
    void whatHasNoTermIsRefused() {
        assertThatThrownBy(() -> floats.binary(BinaryOp.DIVIDE, DOUBLE, a64, b64, SourceSpan.NOWHERE))
                .isInstanceOf(Unencodable.class);
    }
}
