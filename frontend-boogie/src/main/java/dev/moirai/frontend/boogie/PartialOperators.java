package dev.moirai.frontend.boogie;

import dev.moirai.ir.Access;
import dev.moirai.ir.BoundVariables;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.function.Supplier;

/**
 * Operators that are not defined everywhere. Elsewhere each is some function of which nothing is known, as in SMT-LIB: a map that
 * nobody writes, asked only there.
 */
final class PartialOperators {
    /** How the two cases are told apart. */
    enum Form {
        /** By a branch, so that nothing is chosen where all is defined. */
        BRANCH,
        /** By an expression, where no jump may stand. */
        EXPRESSION
    }

    private final ExprLowering exprs;
    private final BodyWriter writer;

    PartialOperators(ExprLowering exprs) {
        this.exprs = exprs;
        this.writer = exprs.writer();
    }

    /**
     * @param defined whether the operator is, for these operands
     * @param otherwise what it is then; written where it is needed
     */
    Expr value(Expr defined, Expr value, Supplier<Expr> otherwise, SourceSpan span) {
        if (defined.equals(Expr.TRUE) || exprs.isKnown(defined)) return value;
        if (exprs.form() == Form.EXPRESSION) return new Expr.Select(defined, value, otherwise.get());
        Local result = writer.fresh(value.type());
        String outside = writer.freshLabel("undefined");
        String inside = writer.freshLabel("defined");
        String end = writer.freshLabel("known");
        // Where nobody looks at the value, nothing need be chosen.
        Expr matters = BoogieOperators.and(exprs.guard(), Expr.not(defined));
        writer.apart(() -> {
            writer.branch(matters, outside, inside, span);
            writer.label(outside, span);
            writer.emit(new Instr.Assign(result, otherwise.get(), span));
            writer.jump(end, span);
            writer.label(inside, span);
            writer.emit(new Instr.Assign(result, value, span));
            writer.label(end, span);
        });
        return result;
    }

    /** A function of which nothing is known. */
    Expr unknown(String function, Expr argument, Type result, SourceSpan span) {
        var map = new Type.Map(argument.type(), result);
        Expr address = new Expr.Cell(exprs.program().constantGlobal("%" + function, map, span), argument);
        if (BoundVariables.areIn(address)) return exprs.lookup(address, Access.PRIVATE, span);
        return writer.load(address, result, Access.PRIVATE, span);
    }
}
