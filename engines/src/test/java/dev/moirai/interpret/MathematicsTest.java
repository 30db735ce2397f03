package dev.moirai.interpret;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.moirai.ir.Expr.MathOp;
import dev.moirai.ir.Type;
import dev.moirai.value.Exact;
import dev.moirai.value.Rational;
import dev.moirai.value.ValueNames;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MathematicsTest {
    private static final Type.Map INTS = new Type.Map(Type.INTEGER, Type.INTEGER);
    private static final Type.Map BITS = new Type.Map(Type.BOOL, Type.INTEGER);

    @ParameterizedTest
    @CsvSource({"7,2,3,1", "-7,2,-4,1", "7,-2,-3,1", "-7,-2,4,1", "6,3,2,0", "-6,3,-2,0", "5,0,0,0"})
    void theRemainderIsNeverNegative(long a, long b, long quotient, long remainder) {
        assertEquals(quotient, Mathematics.apply(MathOp.QUOTIENT, Type.INTEGER, a, b));
        assertEquals(remainder, Mathematics.apply(MathOp.REMAINDER, Type.INTEGER, a, b));
    }

    @Test
    void integersHaveNoEnd() {
        long large = ValueNames.of(BigInteger.TWO.pow(61));
        assertNotEquals(1L << 61, large);
        assertEquals(BigInteger.TWO.pow(61), ValueNames.integer(large));
        long larger = Mathematics.apply(MathOp.MULTIPLY, Type.INTEGER, large, large);
        assertEquals(BigInteger.TWO.pow(122), ValueNames.integer(larger));
        assertEquals(1, Mathematics.apply(MathOp.LESS, Type.INTEGER, large, larger));
        assertEquals(large, Mathematics.apply(MathOp.QUOTIENT, Type.INTEGER, larger, large));
        assertEquals((1L << 61) - 1, Mathematics.apply(MathOp.SUBTRACT, Type.INTEGER, large, 1));
        assertEquals(large, Mathematics.apply(MathOp.ADD, Type.INTEGER, (1L << 61) - 1, 1));
    }

    @Test
    void equalMapsHaveOneName() {
        long zero = Exact.everywhere(0);
        assertEquals(0, zero);
        long one = Mathematics.update(INTS, Mathematics.update(INTS, zero, 3, 7), -5, 1);
        long other = Mathematics.update(INTS, Mathematics.update(INTS, zero, -5, 1), 3, 7);
        assertEquals(one, other);
        assertEquals(7, Exact.lookup(one, 3));
        assertEquals(0, Exact.lookup(one, 4));
        long undone = Mathematics.update(INTS, Mathematics.update(INTS, one, 3, 0), -5, 0);
        assertEquals(zero, undone);
        assertEquals("[-5: 1, 3: 7, else 0]", Mathematics.text(INTS, one));
    }

    @Test
    void overFewKeysAllOfThemMayBeWritten() {
        long left = Mathematics.update(BITS, Exact.everywhere(0), 1, 5);
        long right = Mathematics.update(BITS, Exact.everywhere(5), 0, 0);
        assertEquals(left, right);
        long both = Mathematics.update(BITS, left, 0, 5);
        assertEquals(Exact.everywhere(5), both);
    }

    @Test
    void realsAreExact() {
        long third = ValueNames.of(new Rational(BigInteger.ONE, BigInteger.valueOf(3)));
        long sum =
                Mathematics.apply(MathOp.ADD, Type.REAL, third, Mathematics.apply(MathOp.ADD, Type.REAL, third, third));
        assertEquals("1.0", Mathematics.text(Type.REAL, sum));
        assertEquals(0, Mathematics.apply(MathOp.FLOOR, Type.REAL, third, third));
        long below = Mathematics.apply(MathOp.NEGATE, Type.REAL, third, third);
        assertEquals(-1, Mathematics.apply(MathOp.FLOOR, Type.REAL, below, below));
    }

    @Test
    void bitVectorsAreReadBothWays() {
        var byteType = new Type.Int(8, false);
        assertEquals(255, Mathematics.apply(MathOp.UNSIGNED, byteType, 255, 255));
        assertEquals(-1, Mathematics.apply(MathOp.SIGNED, byteType, 255, 255));
        assertEquals(255, Mathematics.bits(byteType, -1));
        long top = Mathematics.apply(MathOp.UNSIGNED, Type.U64, -1, -1);
        assertEquals(BigInteger.TWO.pow(64).subtract(BigInteger.ONE), ValueNames.integer(top));
    }
}
