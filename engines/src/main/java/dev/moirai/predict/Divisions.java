package dev.moirai.predict;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import java.util.function.IntUnaryOperator;

/**
 * Divisions that may have no result in another order: by zero, or of the least number by -1. Such a division ends the run,
 * whatever is looked for, so nothing comes after it.
 */
final class Divisions {
    private final TermPool pool;
    private final Bindings bindings;

    Divisions(TermPool pool, Bindings bindings) {
        this.pool = pool;
        this.bindings = bindings;
    }

    /** Whether an integer is divided somewhere in the expression by something that may be 0 or -1. */
    static boolean areIn(Expr expr) {
        return switch (expr) {
            case Expr.Constant _, Expr.GlobalAddress _, Expr.FunctionAddress _ -> false;
            case Local _ -> false;
            case Expr.Member(var pointer, var _, var _, var _) -> areIn(pointer);
            case Expr.Index(var pointer, var _, var index, var _) -> areIn(pointer) || areIn(index);
            case Expr.Distance(var left, var right, var _) -> areIn(left) || areIn(right);
            case Expr.Unary(var _, var operand) -> areIn(operand);
            case Expr.Binary(var op, var left, var right) ->
                isDivision(op, left) && !isHarmless(right) || areIn(left) || areIn(right);
            case Expr.Compare(var _, var left, var right) -> areIn(left) || areIn(right);
            case Expr.Cast(var _, var operand) -> areIn(operand);
            case Expr.Select(var condition, var then, var otherwise) ->
                areIn(condition) || areIn(then) || areIn(otherwise);
            case Expr.Mathematical e -> {
                var found = new boolean[1];
                Operands.forEachChild(e, child -> found[0] |= areIn(child));
                yield found[0];
            }
        };
    }

    private static boolean isHarmless(Expr divisor) {
        return divisor instanceof Expr.Constant(var _, var bits) && bits != 0 && bits != -1;
    }

    private static boolean isDivision(Expr.BinaryOp op, Expr left) {
        return left.type() instanceof Type.Int && (op == Expr.BinaryOp.DIVIDE || op == Expr.BinaryOp.REMAINDER);
    }

    /** That all divisions in the expression have a result. */
    int haveResults(Expr expr, EventPlace at, IntUnaryOperator symbols) {
        if (!areIn(expr)) return TermPool.TRUE;
        return switch (expr) {
            case Expr.Constant _, Expr.GlobalAddress _, Expr.FunctionAddress _ -> TermPool.TRUE;
            case Local _ -> TermPool.TRUE;
            case Expr.Member(var pointer, var _, var _, var _) -> haveResults(pointer, at, symbols);
            case Expr.Index(var pointer, var _, var index, var _) -> both(pointer, index, at, symbols);
            case Expr.Distance(var left, var right, var _) -> both(left, right, at, symbols);
            case Expr.Unary(var _, var operand) -> haveResults(operand, at, symbols);
            case Expr.Binary(var op, var left, var right) -> {
                int parts = both(left, right, at, symbols);
                yield isDivision(op, left)
                        ? pool.and(parts, hasResult((Type.Int) left.type(), left, right, at, symbols))
                        : parts;
            }
            case Expr.Compare(var _, var left, var right) -> both(left, right, at, symbols);
            case Expr.Cast(var _, var operand) -> haveResults(operand, at, symbols);
            case Expr.Select(var condition, var then, var otherwise) ->
                pool.and(
                        haveResults(condition, at, symbols),
                        pool.ite(
                                bindings.term(condition, at, symbols),
                                haveResults(then, at, symbols),
                                haveResults(otherwise, at, symbols)));
            case Expr.Mathematical e -> {
                var all = new int[] {TermPool.TRUE};
                Operands.forEachChild(e, child -> all[0] = pool.and(all[0], haveResults(child, at, symbols)));
                yield all[0];
            }
        };
    }

    private int both(Expr left, Expr right, EventPlace at, IntUnaryOperator symbols) {
        return pool.and(haveResults(left, at, symbols), haveResults(right, at, symbols));
    }

    private int hasResult(Type.Int type, Expr left, Expr right, EventPlace at, IntUnaryOperator symbols) {
        int dividend = bindings.term(left, at, symbols);
        int divisor = bindings.term(right, at, symbols);
        int isNonzero = -pool.eq(divisor, bindings.constant(type, 0));
        if (!type.signed()) return isNonzero;
        long least = Long.MIN_VALUE >> (Long.SIZE - type.width());
        int overflows = pool.and(
                pool.eq(divisor, bindings.constant(type, -1)), pool.eq(dividend, bindings.constant(type, least)));
        return pool.and(isNonzero, -overflows);
    }
}
