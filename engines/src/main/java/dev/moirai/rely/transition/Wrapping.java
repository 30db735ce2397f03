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
        Linear turns = variables.choice().now();
        Linear fitting = exact.minus(turns.times(size));
        Path above = path.fork();
        if (!neverAbove
                && above.require(Row.atLeast(exact, high.plus(1)))
                && above.require(Row.atLeast(turns, Linear.of(1)))
                && above.require(Row.atLeast(fitting, low))
                && above.require(Row.atLeast(high, fitting))) {
            then.accept(new Value.Number(fitting), above);
        }
        if (!neverBelow
                && path.require(Row.atLeast(low.plus(-1), exact))
                && path.require(Row.atLeast(Linear.of(-1), turns))
                && path.require(Row.atLeast(fitting, low))
                && path.require(Row.atLeast(high, fitting))) {
            then.accept(new Value.Number(fitting), path);
        }
    }
}
