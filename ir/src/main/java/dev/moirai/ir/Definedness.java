package dev.moirai.ir;

import dev.moirai.ir.Expr.BinaryOp;

/**
 * Whether C gives an expression a value whatever its locals hold. An expression that may have no value (a signed
 * overflow, a shift by too much, a division by zero) matters even where nobody reads its result, because evaluating it
 * can end the run.
 */
public final class Definedness {
    private Definedness() {}

    public static boolean mayFail(Expr expr) {
        return switch (expr) {
            case Local _, Expr.Constant _, Expr.GlobalAddress _, Expr.FunctionAddress _ -> false;
            case Expr.Member(var pointer, var _, var _, var _) -> mayFail(pointer);
            case Expr.Index(var pointer, var _, var index, var _) -> mayFail(pointer) || mayFail(index);
            case Expr.Distance(var left, var right, var _) -> mayFail(left) || mayFail(right);
            case Expr.Unary(var op, var operand) ->
                (op == Expr.UnaryOp.NEGATE && isSigned(operand)) || mayFail(operand);
            case Expr.Binary binary -> mayFailItself(binary) || mayFail(binary.left()) || mayFail(binary.right());
            case Expr.Compare(var _, var left, var right) -> mayFail(left) || mayFail(right);
            case Expr.Cast(var _, var operand) -> mayFail(operand);
            case Expr.Select(var condition, var whenTrue, var whenFalse) ->
                mayFail(condition) || mayFail(whenTrue) || mayFail(whenFalse);
            case Expr.Mathematical e -> mayFailInside(e);
        };
    }

    private static boolean mayFailInside(Expr.Mathematical expr) {
        var found = new boolean[1];
        Operands.forEachChild(expr, child -> found[0] |= mayFail(child));
        return found[0];
    }

    private static boolean mayFailItself(Expr.Binary expr) {
        return switch (expr.op()) {
            case ADD, SUBTRACT, MULTIPLY -> isSigned(expr.left());
            case DIVIDE, REMAINDER -> expr.type() instanceof Type.Int && !dividesForSure(expr);
            case SHIFT_LEFT, SHIFT_RIGHT -> !shiftsForSure(expr);
            case AND, OR, XOR -> false;
        };
    }

    private static boolean dividesForSure(Expr.Binary expr) {
        return expr.right() instanceof Expr.Constant(var _, var by) && by != 0 && (by != -1 || !isSigned(expr.left()));
    }

    private static boolean shiftsForSure(Expr.Binary expr) {
        return expr.right() instanceof Expr.Constant(var _, var by)
                && expr.type() instanceof Type.Int(var width, var signed)
                && by >= 0
                && by < width
                && (expr.op() == BinaryOp.SHIFT_RIGHT || !signed);
    }

    private static boolean isSigned(Expr expr) {
        return expr.type() instanceof Type.Int(var _, var signed) && signed;
    }
}
