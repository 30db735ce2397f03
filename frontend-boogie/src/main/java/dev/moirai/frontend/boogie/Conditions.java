package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BoogieExpr.Quantifier;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;

/**
 * What is assumed and asserted. A quantifier there need not be evaluated where a choice does: to assume that something
 * exists, some value is chosen of which it is then assumed; to assert something of all values, any value is chosen of which it is
 * asserted.
 */
final class Conditions {
    private final ExprLowering exprs;

    Conditions(ExprLowering exprs) {
        this.exprs = exprs;
    }

    void assume(BoogieExpr condition, Context context, SourceSpan span) {
        if (condition instanceof BoogieExpr.Binary(var op, var left, var right, var _)
                && op == BoogieExpr.BinaryOp.AND) {
            assume(left, context, span);
            assume(right, context, span);
            return;
        }
        Expr value = value(condition, Quantifier.EXISTS, context);
        if (!value.equals(Expr.TRUE)) exprs.writer().emit(new Instr.Assume(value, span));
    }

    /** The thread waits before the atomic section it has just entered until the condition holds. */
    void waitUntil(BoogieExpr condition, Context context, SourceSpan span) {
        Expr value = exprs.withoutJumps().value(condition, context);
        exprs.writer().emit(new Instr.Block(value, Instr.Wakeup.SIGNALLED_ONLY, span));
    }

    void check(BoogieExpr condition, Context context, String message, SourceSpan span) {
        Expr value = value(condition, Quantifier.FORALL, context);
        exprs.writer().emit(new Instr.Assert(value, message, span));
        // Whoever looks for something else goes on only where the assertion holds.
        if (!value.equals(Expr.TRUE)) exprs.writer().emit(new Instr.Assume(value, span));
    }

    /** @param chosen the quantifier that is a choice here */
    private Expr value(BoogieExpr condition, Quantifier chosen, Context context) {
        Quantifier other = chosen == Quantifier.EXISTS ? Quantifier.FORALL : Quantifier.EXISTS;
        return switch (condition) {
            case BoogieExpr.Quantified q
            when q.quantifier() == chosen -> {
                Context inside = context;
                for (BoogieSymbol.Bound variable : exprs.program().typing().bound(q)) {
                    inside = inside.with(variable, choice(variable, context));
                }
                yield value(q.body(), chosen, inside);
            }
            case BoogieExpr.Unary(var op, var operand, var _)
            when op == BoogieExpr.UnaryOp.NOT -> Expr.not(value(operand, other, context));
            case BoogieExpr.Binary(var op, var left, var right, var _) ->
                switch (op) {
                    case AND, OR ->
                        exprs.decided(op, value(left, chosen, context), right, e -> value(e, chosen, context));
                    case IMPLIES ->
                        exprs.decided(op, value(left, other, context), right, e -> value(e, chosen, context));
                    default -> exprs.value(condition, context);
                };
            default -> exprs.value(condition, context);
        };
    }

    private Expr choice(BoogieSymbol.Bound variable, Context context) {
        SourceSpan span = variable.variable().span();
        BoogieType wanted = variable.type().substitute(context.types());
        exprs.program().nodes().refuse(wanted, "a quantifier over values", span);
        Type type = exprs.program().types().of(wanted, span);
        var local = exprs.writer().named(variable.variable().name(), type);
        exprs.writer().emit(new Instr.Nondet(local, "any " + variable.variable().name(), span));
        exprs.assumeProper(wanted, local, span);
        return local;
    }
}
