package dev.moirai.frontend.c;

import dev.moirai.frontend.c.wide.Wide;
import dev.moirai.frontend.c.wide.WideFold;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Expr.Constant;
import dev.moirai.ir.Expr.UnaryOp;
import dev.moirai.ir.Type;

/**
 * Builds expressions, computing what is constant. What is undefined in C (overflow, division by zero) is not computed,
 * so that it is reported when the program runs into it.
 */
final class Fold {
    private final DataModel model;

    Fold(DataModel model) {
        this.model = model;
    }

    Expr binary(BinaryOp op, Expr left, Expr right) {
        if (Wide.isWide(left.type()) || Wide.isWide(right.type())) return WideFold.binary(op, left, right);
        if (left instanceof Constant(var type, var a) && right instanceof Constant(var _, var b)) {
            boolean divides = op == BinaryOp.DIVIDE || op == BinaryOp.REMAINDER;
            boolean undefined = type instanceof Type.Int && divides && b == 0;
            if (!undefined && !Arithmetic.overflows(op, type, a, b)) {
                return new Constant(type, Arithmetic.binary(op, type, a, b));
            }
        }
        return new Expr.Binary(op, left, right);
    }

    Expr unary(UnaryOp op, Expr operand) {
        if (Wide.isWide(operand.type())) return WideFold.unary(op, operand);
        if (operand instanceof Constant(var type, var a) && !Arithmetic.overflows(op, type, a)) {
            return new Constant(type, Arithmetic.unary(op, type, a));
        }
        return new Expr.Unary(op, operand);
    }

    Expr compare(CompareOp op, Expr left, Expr right) {
        if (Wide.isWide(left.type())) return WideFold.compare(op, left, right);
        if (left instanceof Constant(var type, var a) && right instanceof Constant(var _, var b)) {
            return Arithmetic.compare(op, type, a, b) ? Expr.TRUE : Expr.FALSE;
        }
        boolean equality = op == CompareOp.EQUAL || op == CompareOp.NOT_EQUAL;
        if (equality && isZero(right) && isNeverNull(left)) return op == CompareOp.EQUAL ? Expr.FALSE : Expr.TRUE;
        return new Expr.Compare(op, left, right);
    }

    private static boolean isZero(Expr expr) {
        return expr instanceof Constant(var _, var bits) && bits == 0;
    }

    private static boolean isNeverNull(Expr expr) {
        return expr instanceof Expr.GlobalAddress || expr instanceof Expr.FunctionAddress;
    }

    /** The value converted to another scalar type as in C; also between pointers and integers of any width. */
    Expr cast(Type to, Expr value) {
        Type from = value.type();
        if (from.equals(to)) return value;
        if (to instanceof Type.Pointer pointer) return toPointer(pointer, value);
        if (from instanceof Type.Pointer && !to.equals(model.addressType()) && !to.equals(model.distanceType())) {
            return cast(to, cast(model.addressType(), value));
        }
        if (Wide.isWide(to) || Wide.isWide(from)) return WideFold.cast(to, value);
        if (value instanceof Constant(var type, var bits)) {
            Type exact = type instanceof Type.Pointer ? model.addressType() : type;
            return new Constant(to, Arithmetic.cast(exact, to, bits));
        }
        return new Expr.Cast(to, value);
    }

    private Expr toPointer(Type.Pointer to, Expr value) {
        if (!(value.type() instanceof Type.Pointer)) {
            Type from = value.type();
            boolean addressWide = from.equals(model.addressType()) || from.equals(model.distanceType());
            boolean signed = from instanceof Type.Int(var _, var s) && s;
            Expr address = addressWide ? value : cast(signed ? model.distanceType() : model.addressType(), value);
            if (address instanceof Constant c) {
                return new Constant(to, Arithmetic.cast(c.type(), model.addressType(), c.bits()));
            }
            return new Expr.Cast(to, address);
        }
        return switch (value) {
            case Constant(var _, var bits) -> new Constant(to, bits);
            case Expr.GlobalAddress(var global, var _) -> new Expr.GlobalAddress(global, to);
            case Expr.Member(var pointer, var tag, var field, var _) -> new Expr.Member(pointer, tag, field, to);
            case Expr.Index(var pointer, var element, var index, var _) -> new Expr.Index(pointer, element, index, to);
            case Expr.Cast(var _, var operand) when operand.type() instanceof Type.Pointer -> toPointer(to, operand);
            default -> new Expr.Cast(to, value);
        };
    }

    /** Whether the scalar is not zero. */
    Expr truth(Expr value) {
        if (value.type().equals(Type.BOOL)) return value;
        // A comparison's result is tested before it was widened to int.
        if (value instanceof Expr.Cast(var type, var operand)
                && type instanceof Type.Int
                && operand.type().equals(Type.BOOL)) {
            return operand;
        }
        return compare(CompareOp.NOT_EQUAL, value, zero(value.type()));
    }

    static Constant zero(Type type) {
        return new Constant(type, 0);
    }

    Expr select(Expr condition, Expr whenTrue, Expr whenFalse) {
        if (condition instanceof Constant(var _, var bits)) return bits != 0 ? whenTrue : whenFalse;
        if (whenTrue.equals(Expr.TRUE) && whenFalse.equals(Expr.FALSE)) return condition;
        return new Expr.Select(condition, whenTrue, whenFalse);
    }
}
