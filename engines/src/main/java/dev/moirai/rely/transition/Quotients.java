package dev.moirai.rely.transition;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import java.math.BigInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Division by constants, and operations that amount to it: shifts to the right and masks of low bits. The quotient is a
 * free choice within bounds.
 */
final class Quotients {
    private final Variables variables;
    private final Conduct conduct;
    private final Consumer<Path> failing;

    /** @param failing takes the paths that a division by zero ends */
    Quotients(Variables variables, Conduct conduct, Consumer<Path> failing) {
        this.variables = variables;
        this.conduct = conduct;
        this.failing = failing;
    }

    /** The power of two that a shift by a constant multiplies or divides by: the count is taken modulo the width. */
    static BigInteger power(Linear count, Type type) {
        int width = ((Type.Int) type).width();
        return BigInteger.ONE.shiftLeft(
                (int) Long.remainderUnsigned(count.constant().longValue(), width));
    }

    static boolean isMask(Linear number) {
        return number.isConstant()
                && number.constant().signum() > 0
                && number.constant().add(BigInteger.ONE).bitCount() == 1;
    }

    /** A shift to the right, which rounds down also for negative numbers. */
    void shifted(Linear number, BigInteger by, Path path, BiConsumer<Value, Path> then) {
        floorDivision(number, by, path, (q, rest, p) -> then.accept(new Value.Number(q), p));
    }

    /** {@code x & (2^k - 1)}, which is {@code x} modulo {@code 2^k} also for negative numbers. */
    void masked(Linear number, Linear mask, Path path, BiConsumer<Value, Path> then) {
        BigInteger by = mask.constant().add(BigInteger.ONE);
        floorDivision(number, by, path, (q, rest, p) -> then.accept(new Value.Number(named(rest, by, p)), p));
    }

    /** C's quotient or remainder, which rounds towards zero. A division by zero ends the run. */
    void division(Expr.BinaryOp op, Linear left, BigInteger by, Path path, BiConsumer<Value, Path> then) {
        if (by.signum() == 0) {
            failing.accept(path);
            return;
        }
        boolean wantsQuotient = op == Expr.BinaryOp.DIVIDE;
        Path other = path.fork();
        if (path.require(Row.atLeastZero(left))) {
            floorDivision(
                    left,
                    by.abs(),
                    path,
                    (q, rest, p) -> then.accept(
                            new Value.Number(
                                    wantsQuotient ? (by.signum() < 0 ? q.negated() : q) : named(rest, by.abs(), p)),
                            p));
        }
        if (other.require(Row.atLeastZero(left.negated().plus(-1)))) {
            floorDivision(
                    left.negated(),
                    by.abs(),
                    other,
                    (q, rest, p) -> then.accept(
                            new Value.Number(
                                    wantsQuotient
                                            ? (by.signum() > 0 ? q.negated() : q)
                                            : named(rest, by.abs(), p).negated()),
                            p));
        }
    }

    /**
     * The remainder as a number of its own: as a sum with a multiple of the quotient, its bounds would be lost on all who know of differences
     * alone. For ranking functions it is better as it is.
     */
    private Linear named(Linear remainder, BigInteger by, Path path) {
        if (!conduct.isAboutAllRuns()) return remainder;
        return path.name(remainder).orElseGet(() -> {
            Linear name = variables.choice().now();
            path.require(Row.atLeastZero(name));
            path.require(Row.atLeast(Linear.of(by.subtract(BigInteger.ONE)), name));
            path.require(Row.equal(name, remainder));
            path.name(remainder, name);
            return name;
        });
    }

    /** Takes the quotient, the remainder and the path on which they have these values. */
    private interface Divided {
        void accept(Linear quotient, Linear remainder, Path path);
    }

    private void floorDivision(Linear number, BigInteger by, Path path, Divided then) {
        Linear quotient =
                path.quotient(number, by).orElseGet(() -> variables.choice().now());
        path.divide(number, by, quotient);
        Linear remainder = number.minus(quotient.times(by));
        boolean possible = path.require(Row.atLeastZero(remainder))
                && path.require(Row.atLeast(Linear.of(by.subtract(BigInteger.ONE)), remainder));
        if (possible) then.accept(quotient, remainder, path);
    }
}
