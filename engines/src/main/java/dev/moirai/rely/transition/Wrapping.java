package dev.moirai.rely.transition;

import dev.moirai.ir.Type;
import java.math.BigInteger;
import java.util.function.BiConsumer;

/** Brings exact results into the range of their C type: they fit, or wrap by a freely chosen number of turns. */
final class Wrapping {
    private final Variables variables;

    Wrapping(Variables variables) {
        this.variables = variables;
    }

    /** Whether every value of one type is a value of the other. */
    static boolean holds(Type.Int into, Type.Int from) {
        if (into.signed() == from.signed()) return into.width() >= from.width();
        return into.signed() && into.width() > from.width();
    }

    void convert(Linear number, Type.Int into, Path path, BiConsumer<Value, Path> then) {
        BigInteger least =
                into.signed() ? BigInteger.ONE.shiftLeft(into.width() - 1).negate() : BigInteger.ZERO;
        modulo(number, into.width(), least, path, then);
    }

    /**
     * Brings a number into the {@code 2^width} values from {@code least} on. The path splits: the number is one of
     * them, above them, or below them.
     */
    private void modulo(Linear exact, int width, BigInteger least, Path path, BiConsumer<Value, Path> then) {
        BigInteger size = BigInteger.ONE.shiftLeft(width);
        Linear low = Linear.of(least);
        Linear high = Linear.of(least.add(size).subtract(BigInteger.ONE));
        if (exact.isConstant()) {
            BigInteger fitting = exact.constant().subtract(least).mod(size).add(least);
            then.accept(new Value.Number(Linear.of(fitting)), path);
            return;
        }
        Variables.Bounds bounds = variables.bounds(exact);
        boolean neverBelow =
                bounds.least().filter(value -> value.compareTo(least) >= 0).isPresent();
        boolean neverAbove = bounds.most()
                .filter(value -> high.constant().compareTo(value) >= 0)
                .isPresent();
        if (neverBelow && neverAbove) {
            then.accept(new Value.Number(exact), path);
            return;
        }
        Path inside = path.fork();
        if (inside.require(Row.atLeast(exact, low)) && inside.require(Row.atLeast(high, exact))) {
            then.accept(new Value.Number(exact), inside);
        }
        Path above = path.fork();
        if (!neverAbove && above.require(Row.atLeast(exact, high.plus(1)))) {
            boolean once = bounds.most()
                    .filter(value -> value.subtract(size).compareTo(high.constant()) <= 0)
                    .isPresent();
            Linear turns = once ? Linear.of(1) : variables.choice().now();
            if (above.require(Row.atLeast(turns, Linear.of(1)))) turned(exact, turns, size, low, above, then);
        }
        if (!neverBelow && path.require(Row.atLeast(low.plus(-1), exact))) {
            boolean once = bounds.least()
                    .filter(value -> value.add(size).compareTo(least) >= 0)
                    .isPresent();
            Linear turns = once ? Linear.of(-1) : variables.choice().now();
            if (path.require(Row.atLeast(Linear.of(-1), turns))) turned(exact, turns, size, low, path, then);
        }
    }

    /** The number has gone so many turns too far: what is left of it lies among the values from {@code low} on. */
    private static void turned(
            Linear exact, Linear turns, BigInteger size, Linear low, Path path, BiConsumer<Value, Path> then) {
        Linear fitting = exact.minus(turns.times(size));
        Linear high = low.plus(Linear.of(size)).plus(-1);
        if (path.require(Row.atLeast(fitting, low)) && path.require(Row.atLeast(high, fitting))) {
            then.accept(new Value.Number(fitting), path);
        }
    }
}
