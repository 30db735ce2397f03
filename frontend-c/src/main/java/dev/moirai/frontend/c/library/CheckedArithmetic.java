package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * {@code __builtin_add_overflow} and its family: the wrapped result is stored, the call returns whether it overflowed.
 */
final class CheckedArithmetic {
    private CheckedArithmetic() {}

    /** @param name without {@code __builtin_}: {@code add_overflow}, {@code smull_overflow}, ... */
    static @Nullable FunctionModel find(String name) {
        boolean typed = name.startsWith("s") && !name.startsWith("sub_") || name.startsWith("u");
        String rest = typed ? name.substring(1) : name;
        BinaryOp op = switch (rest.length() < 3 ? "" : rest.substring(0, 3)) {
            case "add" -> BinaryOp.ADD;
            case "sub" -> BinaryOp.SUBTRACT;
            case "mul" -> BinaryOp.MULTIPLY;
            default -> null;
        };
        if (op == null) return null;
        boolean signed = name.startsWith("s");
        return switch (rest.substring(3)) {
            case "_overflow" ->
                typed ? site -> sameType(site, op, new Type.Int(32, signed)) : site -> anyTypes(site, op);
            case "l_overflow" ->
                typed ? site -> sameType(site, op, new Type.Int(site.model().pointerBytes() * 8, signed)) : null;
            case "ll_overflow" -> typed ? site -> sameType(site, op, new Type.Int(64, signed)) : null;
            default -> null;
        };
    }

    private static Optional<Expr> anyTypes(CallSite site, BinaryOp op) {
        if (!(new Pen(site).pointee(2) instanceof Type.Int type)) throw site.error("the result is no integer", "");
        Expr left = site.argument(0);
        Expr right = site.argument(1);
        if (fits(left, type) && fits(right, type)) return sameType(site, op, type);
        return throughWider(site, op, type, left, right);
    }

    /** Whether every value of the expression fits the type. */
    private static boolean fits(Expr value, Type.Int type) {
        OptionalLong constant = Pen.constant(value);
        if (constant.isPresent() && constant.getAsLong() >= 0) {
            return type.width() == 64 || constant.getAsLong() < 1L << (type.width() - (type.signed() ? 1 : 0));
        }
        if (!(value.type() instanceof Type.Int(var width, var signed))) return false;
        return signed == type.signed() ? width <= type.width() : !signed && width < type.width();
    }

    private static Optional<Expr> sameType(CallSite site, BinaryOp op, Type.Int type) {
        var pen = new Pen(site);
        Local left = pen.keep(site.argument(0, type));
        Local right = pen.keep(site.argument(1, type));
        var unsigned = new Type.Int(type.width(), false);
        Local result = pen.keep(Pen.as(Pen.binary(op, Pen.as(left, unsigned), Pen.as(right, unsigned)), type));
        Expr wrong =
                type.signed() ? signedOverflow(op, left, right, result) : unsignedOverflow(op, left, right, result);
        return finish(site, result, wrong);
    }

    private static Expr unsignedOverflow(BinaryOp op, Expr left, Expr right, Expr result) {
        return switch (op) {
            case ADD -> new Expr.Compare(CompareOp.LESS, result, left);
            case SUBTRACT -> new Expr.Compare(CompareOp.LESS, left, right);
            default ->
                new Expr.Select(
                        Pen.isZero(left), Expr.FALSE, Pen.different(Pen.binary(BinaryOp.DIVIDE, result, left), right));
        };
    }

    private static Expr signedOverflow(BinaryOp op, Expr left, Expr right, Expr result) {
        Expr zero = Expr.constant(left.type(), 0);
        return switch (op) {
            // The sign of the result differs from that of both operands.
            case ADD -> new Expr.Compare(CompareOp.LESS, both(different(left, result), different(right, result)), zero);
            case SUBTRACT ->
                new Expr.Compare(CompareOp.LESS, both(different(left, right), different(left, result)), zero);
            default -> {
                int width = ((Type.Int) left.type()).width();
                Expr least = Expr.constant(left.type(), 1L << (width - 1));
                yield new Expr.Select(
                        Pen.isZero(left),
                        Expr.FALSE,
                        new Expr.Select(
                                Pen.equal(left, Expr.constant(left.type(), -1)),
                                Pen.equal(right, least),
                                Pen.different(Pen.binary(BinaryOp.DIVIDE, result, left), right)));
            }
        };
    }

    private static Expr different(Expr left, Expr right) {
        return Pen.binary(BinaryOp.XOR, left, right);
    }

    private static Expr both(Expr left, Expr right) {
        return Pen.binary(BinaryOp.AND, left, right);
    }

    /** Operands of at most 32 bits have exact results in 64. */
    private static Optional<Expr> throughWider(CallSite site, BinaryOp op, Type.Int type, Expr left, Expr right) {
        boolean unsigned = false;
        if (left.type() instanceof Type.Int(var leftWidth, var leftSigned)
                && right.type() instanceof Type.Int(var rightWidth, var rightSigned)
                && leftWidth <= 32
                && rightWidth <= 32) {
            unsigned = op == BinaryOp.MULTIPLY && !leftSigned && !rightSigned;
        } else {
            throw site.error(
                    site.function() + " with operands of types " + left.type() + " and " + right.type()
                            + " and a result of type " + type + " is not supported",
                    "convert the operands to the result's type first");
        }
        var pen = new Pen(site);
        Type wide = unsigned ? Type.U64 : Type.I64;
        Local exact = pen.keep(Pen.binary(op, site.convert(left, wide), site.convert(right, wide)));
        Local result = pen.keep(Pen.as(exact, type));
        Expr back = Pen.as(result, wide);
        Expr wrong = Pen.different(back, exact);
        if (wide.equals(Type.I64) && type.equals(Type.U64)) {
            wrong = new Expr.Compare(CompareOp.LESS, exact, Expr.constant(Type.I64, 0));
        } else if (wide.equals(Type.U64) && type.equals(Type.I64)) {
            wrong = new Expr.Compare(CompareOp.LESS, result, Expr.constant(Type.I64, 0));
        }
        return finish(site, result, wrong);
    }

    private static Optional<Expr> finish(CallSite site, Expr result, Expr wrong) {
        Local flag = new Pen(site).keep(wrong);
        new Pen(site).store(site.argument(2), result);
        return Optional.of(new Expr.Cast(Type.U8, flag));
    }
}
