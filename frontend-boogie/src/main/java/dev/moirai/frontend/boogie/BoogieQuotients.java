package dev.moirai.frontend.boogie;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.MathOp;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** Division. By zero it is some function of the dividend of which nothing is known ({@link PartialOperators}). */
final class BoogieQuotients {
    private BoogieQuotients() {}

    static Expr value(ExprLowering exprs, MathOp op, Expr dividend, Expr divisor, SourceSpan span) {
        BodyWriter writer = exprs.writer();
        if (isNotZero(divisor)) return new Expr.Calculate(op, dividend, divisor);
        Expr left = writer.simple(dividend, span);
        Expr right = writer.simple(divisor, span);
        Expr zero =
                left.type().equals(Type.REAL) ? new Expr.Ratio(BigInteger.ZERO, BigInteger.ONE) : new Expr.Number(0);
        Expr defined = Expr.not(BoogieOperators.equal(right, zero));
        var partial = new PartialOperators(exprs);
        String function = op.symbol() + " by zero";
        return partial.value(
                defined,
                new Expr.Calculate(op, left, right),
                () -> partial.unknown(function, left, left.type(), span),
                span);
    }

    /** The prover's divisions of integers and reals. */
    static Optional<Expr> builtin(ExprLowering exprs, String name, List<Expr> arguments, SourceSpan span) {
        if (arguments.size() != 2) return Optional.empty();
        Expr left = arguments.getFirst();
        Expr right = arguments.getLast();
        boolean integers = left.type().equals(Type.INTEGER) && right.type().equals(Type.INTEGER);
        boolean reals = left.type().equals(Type.REAL) && right.type().equals(Type.REAL);
        return switch (name.strip()) {
            case "/" -> reals ? Optional.of(exprs.quotient(MathOp.DIVIDE, left, right, span)) : Optional.empty();
            case "div" -> integers ? Optional.of(exprs.quotient(MathOp.QUOTIENT, left, right, span)) : Optional.empty();
            case "mod" ->
                integers ? Optional.of(exprs.quotient(MathOp.REMAINDER, left, right, span)) : Optional.empty();
            case "rem" -> {
                if (!integers) yield Optional.empty();
                // Z3's: the divisor's sign.
                Expr divisor = exprs.writer().simple(right, span);
                Expr remainder = exprs.quotient(MathOp.REMAINDER, left, divisor, span);
                Expr negative = new Expr.Calculate(MathOp.LESS, divisor, new Expr.Number(0));
                yield Optional.of(new Expr.Select(negative, new Expr.Calculate(MathOp.NEGATE, remainder), remainder));
            }
            default -> Optional.empty();
        };
    }

    private static boolean isNotZero(Expr divisor) {
        return switch (divisor) {
            case Expr.Number(var value) -> value.signum() != 0;
            case Expr.Ratio(var numerator, var _) -> numerator.signum() != 0;
            default -> false;
        };
    }
}
