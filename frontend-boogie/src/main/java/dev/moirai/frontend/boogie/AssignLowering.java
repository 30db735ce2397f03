package dev.moirai.frontend.boogie;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Assignments: one write, or several that are one step and of which no value sees another's write. */
final class AssignLowering {
    private final ExprLowering exprs;
    private final BodyWriter writer;
    private final Lowering program;
    private final Context context;

    AssignLowering(ExprLowering exprs, Context context) {
        this.exprs = exprs;
        this.context = context;
        writer = exprs.writer();
        program = exprs.program();
    }

    void assign(BoogieStmt.Assign s) {
        if (s.targets().size() == 1) {
            Expr value = exprs.value(s.values().getFirst(), context);
            write(s.targets().getFirst(), value, s.span()).run();
        } else if (touchesGlobals(s)) writer.atomically(s.span(), () -> assignTogether(s));
        else assignTogether(s);
    }

    private boolean touchesGlobals(BoogieStmt.Assign s) {
        var found = new boolean[1];
        for (List<BoogieExpr> side : List.of(s.targets(), s.values())) {
            for (BoogieExpr expr : side) {
                Subterms.visit(expr, part -> {
                    if (part instanceof BoogieExpr.Name name) {
                        found[0] |= program.typing().symbol(name) instanceof BoogieSymbol.Global;
                    }
                });
            }
        }
        return found[0];
    }

    /** All values and places are computed before anything is written, and kept where no write reaches them. */
    private void assignTogether(BoogieStmt.Assign s) {
        var writes = new ArrayList<Runnable>();
        for (int i = 0; i < s.targets().size(); i++) {
            Expr value = exprs.value(s.values().get(i), context);
            writes.add(write(s.targets().get(i), writer.assigned(value, s.span()), s.span()));
        }
        writes.forEach(Runnable::run);
    }

    /** What writes the value, when it is run; until then the place stays the same. */
    private Runnable write(BoogieExpr target, Expr value, SourceSpan span) {
        BoogieSymbol symbol = program.typing().symbol(StmtChecker.root(target));
        if (symbol instanceof BoogieSymbol.Global && isPlace(target)) {
            Expr address = kept(exprs.address(target, context), span);
            return () -> writer.store(address, value, span);
        }
        Expr changed = target instanceof BoogieExpr.Name ? value : writer.assigned(changed(target, value, span), span);
        if (symbol instanceof BoogieSymbol.Global global) {
            return () -> writer.store(program.address(global), changed, span);
        }
        Local local = (Local) Objects.requireNonNull(context.values().get(symbol));
        return () -> writer.emit(new Instr.Assign(local, changed, span));
    }

    /** The address with keys that no assignment to a variable changes. */
    private Expr kept(Expr address, SourceSpan span) {
        if (!(address instanceof Expr.Cell(var map, var key))) return address;
        Expr fixed = key instanceof Local local && !local.isTemporary()
                ? writer.assigned(key, span)
                : writer.simple(key, span);
        return new Expr.Cell(kept(map, span), fixed);
    }

    /** Whether the target is a global or cells of one, not a field of a datatype. */
    private static boolean isPlace(BoogieExpr target) {
        return switch (target) {
            case BoogieExpr.Name _ -> true;
            case BoogieExpr.Cell cell -> isPlace(cell.map());
            default -> false;
        };
    }

    /** The new value of the variable of which a cell or field is assigned. */
    private Expr changed(BoogieExpr target, Expr value, SourceSpan span) {
        return switch (target) {
            case BoogieExpr.Cell(var map, var indices, var _) -> {
                Expr whole = exprs.value(map, context);
                yield changed(map, exprs.updated(whole, exprs.values(indices, context), value, span), span);
            }
            case BoogieExpr.Field(var operand, var field, var _) -> {
                BoogieType type = exprs.typeOf(operand, context);
                Expr whole = exprs.value(operand, context);
                yield changed(operand, new Records(exprs, span).withField(type, whole, field, value), span);
            }
            default -> value;
        };
    }
}
