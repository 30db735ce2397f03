package dev.moirai.frontend.c.library;

import static dev.moirai.frontend.c.library.FakeCall.address;
import static dev.moirai.frontend.c.library.FakeCall.local;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.math.BigInteger;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Builtins computed as expressions, against Java's own arithmetic. */
class BuiltinModelsTest {
    private static final long[] CORNERS = {
        0,
        1,
        2,
        3,
        7,
        8,
        0x7f,
        0x80,
        0xff,
        0x7fff_ffffL,
        0x8000_0000L,
        0xffff_ffffL,
        0x1_0000_0000L,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        -1,
        -2,
        0x8000_0000_0000_0001L
    };

    private static long[] samples() {
        var random = new Random(7);
        return LongStream.concat(
                        LongStream.of(CORNERS),
                        LongStream.generate(() -> random.nextLong() >> random.nextInt(64))
                                .limit(200))
                .toArray();
    }

    private static void same(String function, int width, LongUnaryOperator expected) {
        for (long sample : samples()) {
            var x = local("x", new Type.Int(width, false));
            long value = Expr.constant(x.type(), sample).bits();
            var call = new FakeCall(function, x);
            Expr result = call.call().orElseThrow();
            var run = new StraightRun(call.sizes());
            run.set(x, value);
            run.run(call.body);
            assertThat(run.value(result)).as("%s(%x)", function, value).isEqualTo(expected.applyAsLong(value));
        }
    }

    @Test
    void bitsAreCounted() {
        same("__builtin_popcount", 32, Long::bitCount);
        same("__builtin_popcountll", 64, Long::bitCount);
        same("__builtin_parityl", 64, x -> Long.bitCount(x) & 1);
        same("__builtin_clz", 32, x -> Integer.numberOfLeadingZeros((int) x));
        same("__builtin_clzl", 64, Long::numberOfLeadingZeros);
        same("__builtin_ctz", 32, x -> Integer.numberOfTrailingZeros((int) x));
        same("__builtin_ctzll", 64, Long::numberOfTrailingZeros);
        same("__builtin_ffs", 32, x -> (int) x == 0 ? 0 : Integer.numberOfTrailingZeros((int) x) + 1);
        same("__builtin_ffsll", 64, x -> x == 0 ? 0 : Long.numberOfTrailingZeros(x) + 1);
    }

    @Test
    void bytesAreSwapped() {
        same("__builtin_bswap16", 16, x -> Short.toUnsignedLong(Short.reverseBytes((short) x)));
        same("__builtin_bswap32", 32, x -> Integer.toUnsignedLong(Integer.reverseBytes((int) x)));
        same("__builtin_bswap64", 64, Long::reverseBytes);
    }

    @Test
    void overflowIsToldAndTheResultWraps() {
        Type.Int[] types = {Type.I32, Type.U32, Type.I64, Type.U64, new Type.Int(8, true), new Type.Int(16, false)};
        for (Type.Int type : types)
            for (String op : new String[] {"add", "sub", "mul"}) checkOverflow(op, type, type, type);
        for (String op : new String[] {"add", "sub", "mul"}) {
            checkOverflow(op, Type.I32, Type.U32, Type.I32);
            checkOverflow(op, Type.I32, Type.U32, Type.U64);
            checkOverflow(op, Type.U32, Type.U32, Type.I64);
            checkOverflow(op, Type.U32, Type.I32, Type.I64);
            checkOverflow(op, Type.I64, Type.I32, Type.I64);
            checkOverflow(op, Type.I32, Type.I32, new Type.Int(8, false));
        }
    }

    private static void checkOverflow(String op, Type.Int left, Type.Int right, Type.Int result) {
        Local x = local("x", left);
        Local y = local("y", right);
        var call = new FakeCall("__builtin_" + op + "_overflow", x, y, address("r", result));
        Expr flag = call.call().orElseThrow();
        var random = new Random(11);
        for (int i = 0; i < 300; i++) {
            long a = Expr.constant(left, pick(random)).bits();
            long b = Expr.constant(right, pick(random)).bits();
            var run = new StraightRun(call.sizes());
            run.set(x, a);
            run.set(y, b);
            run.run(call.body);
            BigInteger exact = switch (op) {
                case "add" -> exact(left, a).add(exact(right, b));
                case "sub" -> exact(left, a).subtract(exact(right, b));
                default -> exact(left, a).multiply(exact(right, b));
            };
            long wrapped = Expr.constant(result, exact.longValue()).bits();
            assertThat(run.read(run.address("r"), result)).isEqualTo(wrapped);
            assertThat(run.value(flag))
                    .as("%s of %s %d and %s %d into %s", op, left, a, right, b, result)
                    .isEqualTo(exact(result, wrapped).equals(exact) ? 0 : 1);
        }
    }

    private static long pick(Random random) {
        return random.nextInt(4) == 0
                ? CORNERS[random.nextInt(CORNERS.length)]
                : random.nextLong() >> random.nextInt(64);
    }

    private static BigInteger exact(Type.Int type, long value) {
        return type.signed() ? BigInteger.valueOf(value) : new BigInteger(Long.toUnsignedString(value));
    }

    @Test
    void unreachableIsAPromise() {
        assertThat(new FakeCall("__builtin_unreachable").text()).isEqualTo("assume false");
    }
}
