package dev.moirai.frontend.boogie;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.MathOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * Division. By zero it is some function of the dividend of which nothing is known, as in SMT-LIB: a map that nobody writes, asked
 * only where a divisor is zero.
 */
final class BoogieQuotients {
    /** How the two cases are told apart. */
    enum Form {
        /** By a branch, so that nothing is chosen where nothing is divided by zero. */
        BRANCH,
        /** By an expression, where no jump may stand. */
        EXPRESSION
    }

    private final Lowering program;
    private final BodyWriter writer;
    private final Form form;

    BoogieQuotients(Lowering program, BodyWriter writer, Form form) {
        this.program = program;
        this.writer = writer;
        this.form = form;
    }

    Expr value(MathOp op, Expr dividend, Expr divisor, SourceSpan span) {
        if (isNotZero(divisor)) return new Expr.Calculate(op, dividend, divisor);
        Expr left = writer.simple(dividend, span);
        Expr right = writer.simple(divisor, span);
        Expr zero =
                left.type().equals(Type.REAL) ? new Expr.Ratio(BigInteger.ZERO, BigInteger.ONE) : new Expr.Number(0);
        Expr isZero = ExprLowering.equal(right, zero);
        Expr quotient = new Expr.Calculate(op, left, right);
        if (form == Form.EXPRESSION) return new Expr.Select(isZero, byZero(op, left, span), quotient);
        Local result = writer.fresh(quotient.type());
        String whenZero = writer.freshLabel("zero");
        String otherwise = writer.freshLabel("quotient");
        String end = writer.freshLabel("divided");
        writer.apart(() -> {
            writer.branch(isZero, whenZero, otherwise, span);
            writer.label(whenZero, span);
            writer.emit(new Instr.Assign(result, byZero(op, left, span), span));
            writer.jump(end, span);
            writer.label(otherwise, span);
            writer.emit(new Instr.Assign(result, quotient, span));
            writer.label(end, span);
        });
        return result;
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

    private Expr byZero(MathOp op, Expr dividend, SourceSpan span) {
        var map = new Type.Map(dividend.type(), dividend.type());
        Expr address = program.constantGlobal("%" + op.symbol() + " by zero", map, span);
        return writer.load(new Expr.Cell(address, dividend), map.value(), Access.PRIVATE, span);
    }
}
