package dev.moirai.bound;

import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Local;
import dev.moirai.ir.Rewrite;
import dev.moirai.ir.Type;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Constant folding of integers, truth values and comparisons of addresses. What C leaves undefined (overflow, division by
 * zero) is not folded, so that a check made later still sees it.
 */
final class Folding {
    private Folding() {}

    /** The expression with its leaves replaced, folded bottom-up. */
    static Expr fold(Expr expr, Function<Expr, Expr> leaf) {
        return switch (expr) {
            case Local _, Expr.Constant _, Expr.GlobalAddress _, Expr.FunctionAddress _ -> leaf.apply(expr);
            case Expr.Select(var condition, var whenTrue, var whenFalse) -> {
                Expr truth = fold(condition, leaf);
                OptionalLong known = number(truth);
                if (known.isPresent()) yield fold(known.getAsLong() != 0 ? whenTrue : whenFalse, leaf);
                yield new Expr.Select(truth, fold(whenTrue, leaf), fold(whenFalse, leaf));
            }
            default -> node(Rewrite.children(expr, child -> fold(child, leaf)));
        };
    }

    /** Whether it means the same wherever it is evaluated: no local inside. */
    static boolean isClosed(Expr expr) {
        return switch (expr) {
            case Local _ -> false;
            case Expr.Constant _, Expr.GlobalAddress _, Expr.FunctionAddress _ -> true;
            case Expr.Member e -> isClosed(e.pointer());
            case Expr.Index e -> e.index() instanceof Expr.Constant && isClosed(e.pointer());
            case Expr.Cast e -> isClosed(e.operand());
            case Expr.Number _, Expr.Ratio _, Expr.Element _ -> true;
            case Expr.Everywhere e -> isClosed(e.value());
            case Expr.Make e -> e.parts().stream().allMatch(Folding::isClosed);
            case Expr.Distance _,
                    Expr.Unary _,
                    Expr.Binary _,
                    Expr.Compare _,
                    Expr.Select _,
                    Expr.Calculate _,
                    Expr.Bits _,
                    Expr.Lookup _,
                    Expr.Update _,
                    Expr.IsCase _,
                    Expr.Part _,
                    Expr.Bound _,
                    Expr.ForAll _,
                    Expr.Cell _ -> false;
        };
    }

    static OptionalLong number(Expr expr) {
        return expr instanceof Expr.Constant(var _, var bits) ? OptionalLong.of(bits) : OptionalLong.empty();
    }

    private static Expr node(Expr expr) {
        return switch (expr) {
            case Expr.Unary(var op, var operand)
            when operand instanceof Expr.Constant(var type, var bits)
                    && type instanceof Type.Int
                    && !Arithmetic.overflows(op, type, bits) ->
                new Expr.Constant(type, Arithmetic.unary(op, type, bits));
            case Expr.Binary e -> binary(e);
            case Expr.Compare e -> compare(e);
            case Expr.Cast e -> cast(e);
            case Expr.Index(var pointer, var _, var index, var type)
            when index instanceof Expr.Constant(var _, var bits)
                    && bits == 0
                    && pointer.type().equals(type) -> pointer;
            default -> expr;
        };
    }

    private static Expr binary(Expr.Binary expr) {
        BinaryOp op = expr.op();
        Type type = expr.type();
        if (type.equals(Type.BOOL)) return truth(expr);
        if (!(type instanceof Type.Int)) return expr;
        OptionalLong left = number(expr.left());
        OptionalLong right = number(expr.right());
        if (left.isEmpty() || right.isEmpty()) return expr;
        boolean divides = op == BinaryOp.DIVIDE || op == BinaryOp.REMAINDER;
        if (divides && right.getAsLong() == 0) return expr;
        if (Arithmetic.overflows(op, type, left.getAsLong(), right.getAsLong())) return expr;
        return new Expr.Constant(type, Arithmetic.binary(op, type, left.getAsLong(), right.getAsLong()));
    }

    private static Expr truth(Expr.Binary expr) {
        Expr left = expr.left();
        Expr right = expr.right();
        if (expr.op() == BinaryOp.AND) {
            if (left.equals(Expr.FALSE) || right.equals(Expr.FALSE)) return Expr.FALSE;
            if (left.equals(Expr.TRUE)) return right;
            if (right.equals(Expr.TRUE) || left.equals(right)) return left;
        }
        if (expr.op() == BinaryOp.OR) {
            if (left.equals(Expr.TRUE) || right.equals(Expr.TRUE)) return Expr.TRUE;
            if (left.equals(Expr.FALSE)) return right;
            if (right.equals(Expr.FALSE) || left.equals(right)) return left;
        }
        if (left instanceof Expr.Constant a
                && right instanceof Expr.Constant b
                && !expr.op().isShift()) {
            if (expr.op() == BinaryOp.XOR) return a.bits() == b.bits() ? Expr.FALSE : Expr.TRUE;
        }
        return expr;
    }

    private static Expr compare(Expr.Compare expr) {
        Expr left = expr.left();
        Expr right = expr.right();
        if (left instanceof Expr.Constant(var type, var a) && right instanceof Expr.Constant(var _, var b)) {
            return Arithmetic.compare(expr.op(), type, a, b) ? Expr.TRUE : Expr.FALSE;
        }
        boolean equality = expr.op() == CompareOp.EQUAL || expr.op() == CompareOp.NOT_EQUAL;
        if (!equality) return expr;
        boolean whenEqual = expr.op() == CompareOp.EQUAL;
        Expr leftBase = withoutPointerCasts(left);
        Expr rightBase = withoutPointerCasts(right);
        if (isObject(leftBase) && leftBase.equals(rightBase)) return whenEqual ? Expr.TRUE : Expr.FALSE;
        if (isObject(leftBase) && (isObject(rightBase) || isNull(rightBase))) return whenEqual ? Expr.FALSE : Expr.TRUE;
        if (isNull(leftBase) && isObject(rightBase)) return whenEqual ? Expr.FALSE : Expr.TRUE;
        return expr;
    }

    /** Objects and functions start at different places, none of them at null. */
    private static boolean isObject(Expr expr) {
        return expr instanceof Expr.GlobalAddress || expr instanceof Expr.FunctionAddress;
    }

    private static boolean isNull(Expr expr) {
        return expr instanceof Expr.Constant(var type, var bits) && type instanceof Type.Pointer && bits == 0;
    }

    private static Expr withoutPointerCasts(Expr expr) {
        Expr base = expr;
        while (base instanceof Expr.Cast(var to, var operand)
                && to instanceof Type.Pointer
                && operand.type() instanceof Type.Pointer) {
            base = operand;
        }
        if (base instanceof Expr.GlobalAddress(var name, var _)) return new Expr.GlobalAddress(name, Type.VOID_POINTER);
        return base;
    }

    private static Expr cast(Expr.Cast expr) {
        Expr operand = expr.operand();
        if (operand.type().equals(expr.type())) return operand;
        if (!(operand instanceof Expr.Constant(var from, var bits))) return expr;
        if (expr.type() instanceof Type.Int && from instanceof Type.Int) {
            return new Expr.Constant(expr.type(), Arithmetic.cast(from, expr.type(), bits));
        }
        boolean pointers = expr.type() instanceof Type.Pointer || from instanceof Type.Pointer;
        boolean integral = !(expr.type() instanceof Type.Float) && !(from instanceof Type.Float);
        // Small non-negative numbers look alike in both forms and both data models.
        if (pointers && integral && bits >= 0 && bits <= Byte.MAX_VALUE) return new Expr.Constant(expr.type(), bits);
        return expr;
    }
}
