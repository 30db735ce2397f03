package dev.moirai.rely.transition;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import java.util.function.Consumer;

/** Reading and writing in one step. */
final class AtomicSteps {
    private final Steps steps;
    private final Evaluation evaluation;

    AtomicSteps(Steps steps, Evaluation evaluation) {
        this.steps = steps;
        this.evaluation = evaluation;
    }

    void rmw(int at, Instr.Rmw rmw, Path path, Consumer<Path> then) {
        Type type = rmw.old().type();
        Expr result = switch (rmw.op()) {
            case EXCHANGE -> rmw.operand();
            case ADD -> new Expr.Binary(Expr.BinaryOp.ADD, unsigned(rmw.old()), unsigned(rmw.operand()));
            case SUBTRACT -> new Expr.Binary(Expr.BinaryOp.SUBTRACT, unsigned(rmw.old()), unsigned(rmw.operand()));
            case AND -> new Expr.Binary(Expr.BinaryOp.AND, rmw.old(), rmw.operand());
            case OR -> new Expr.Binary(Expr.BinaryOp.OR, rmw.old(), rmw.operand());
            case XOR -> new Expr.Binary(Expr.BinaryOp.XOR, rmw.old(), rmw.operand());
            case NAND ->
                new Expr.Unary(Expr.UnaryOp.COMPLEMENT, new Expr.Binary(Expr.BinaryOp.AND, rmw.old(), rmw.operand()));
        };
        Expr fitting = result.type().equals(type) ? result : new Expr.Cast(type, result);
        steps.place(
                at,
                rmw.address(),
                type,
                path,
                (cell, p) -> steps.set(
                        rmw.old(),
                        steps.read(cell, type, p),
                        p,
                        q -> evaluation.value(fitting, q, (v, r) -> steps.write(cell, v, r, then))));
    }

    /** Atomic arithmetic wraps, signed or not (C11 7.17.7.5). */
    private static Expr unsigned(Expr expr) {
        return expr.type() instanceof Type.Int(var width, var signed) && signed
                ? new Expr.Cast(new Type.Int(width, false), expr)
                : expr;
    }

    void compareExchange(int at, Instr.CompareExchange i, Path path, Consumer<Path> then) {
        var same = new Expr.Compare(Expr.CompareOp.EQUAL, i.old(), i.expected());
        steps.place(
                at,
                i.address(),
                i.old().type(),
                path,
                (cell, p) -> steps.set(
                        i.old(),
                        steps.read(cell, i.old().type(), p),
                        p,
                        q -> evaluation.truth(same, q, (c, r) -> {
                            evaluation.decide(
                                    c,
                                    true,
                                    r.fork(),
                                    s -> evaluation.value(i.desired(), s, (v, t) -> steps.write(cell, v, t, then)));
                            evaluation.decide(c, false, r, then);
                        })));
    }
}
