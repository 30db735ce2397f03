package dev.moirai.frontend.boogie;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;

/** Code in an expression: {@code |{ var b: bool; A: b := true; return b; }|}. */
final class CodeLowering {
    private final ExprLowering exprs;

    CodeLowering(ExprLowering exprs) {
        this.exprs = exprs;
    }

    Expr value(BoogieExpr.Code code, Context context) {
        BodyWriter writer = exprs.writer();
        Type type = exprs.program().types().of(exprs.typeOf(code, context), code.span());
        Local result = writer.fresh(type);
        String end = writer.freshLabel("value");
        Context inside = context;
        for (BoogieSymbol.OfProcedure local : exprs.program().typing().codeLocals(code)) {
            Type localType = exprs.program().types().of(local.type().substitute(context.types()), code.span());
            inside = inside.with(local, writer.named(local.variable().name(), localType));
        }
        Context within = inside;
        writer.apart(() -> {
            new StmtLowering(
                            exprs,
                            within,
                            end + ".",
                            (value, span) -> {
                                writer.emit(new Instr.Assign(result, exprs.value(value.orElseThrow(), within), span));
                                writer.jump(end, span);
                            },
                            () -> {
                                writer.emit(new Instr.Assume(Expr.FALSE, code.span()));
                                writer.jump(end, code.span());
                            })
                    .body(code.body());
            writer.label(end, code.span());
        });
        return result;
    }
}
