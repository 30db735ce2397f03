package dev.moirai.frontend.c.wide;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Expr.UnaryOp;
import dev.moirai.ir.Extended;
import dev.moirai.ir.Type;
import java.math.BigInteger;
import java.util.Optional;
import java.util.OptionalInt;

/** Computes with wide constants. What is not constant, or undefined in C, is left as an expression. */
public final class WideFold {
    private WideFold() {}

    public static Expr binary(BinaryOp op, Expr left, Expr right) {
        Optional<Wide.Bits> a = Wide.bits(left);
        Optional<Wide.Bits> b = Wide.bits(right);
        if (a.isEmpty() || b.isEmpty()) return new Expr.Binary(op, left, right);
        if (left.type() instanceof Type.Float) {
            return constant(Extended.apply(op, extended(a.get()), extended(b.get())));
        }
        boolean signed = isSigned(left.type());
        BigInteger x = a.get().value(signed);
        BigInteger y = b.get().value(isSigned(right.type()));
        boolean undefined = (op == BinaryOp.DIVIDE || op == BinaryOp.REMAINDER) && y.signum() == 0
                || op.isShift() && (y.signum() < 0 || y.bitLength() > 7 || y.intValue() > 127);
        if (undefined) return new Expr.Binary(op, left, right);
        BigInteger result = switch (op) {
            case ADD -> x.add(y);
            case SUBTRACT -> x.subtract(y);
            case MULTIPLY -> x.multiply(y);
            case DIVIDE -> x.divide(y);
            case REMAINDER -> x.remainder(y);
            case AND -> x.and(y);
            case OR -> x.or(y);
            case XOR -> x.xor(y);
            case SHIFT_LEFT -> x.shiftLeft(y.intValue());
            case SHIFT_RIGHT -> x.shiftRight(y.intValue());
        };
        return Wide.constant(left.type(), Wide.Bits.of(result));
    }

    public static Expr unary(UnaryOp op, Expr operand) {
        Optional<Wide.Bits> bits = Wide.bits(operand);
        if (bits.isEmpty()) return new Expr.Unary(op, operand);
        if (operand.type() instanceof Type.Float) {
            return constant(extended(bits.get()).negated());
        }
        BigInteger value = bits.get().value(isSigned(operand.type()));
        BigInteger result = op == UnaryOp.NEGATE ? value.negate() : value.not();
        return Wide.constant(operand.type(), Wide.Bits.of(result));
    }

    public static Expr compare(CompareOp op, Expr left, Expr right) {
        Optional<Wide.Bits> a = Wide.bits(left);
        Optional<Wide.Bits> b = Wide.bits(right);
        if (a.isEmpty() || b.isEmpty()) return new Expr.Compare(op, left, right);
        boolean signed = isSigned(left.type());
        OptionalInt order = left.type() instanceof Type.Float
                ? Extended.compare(extended(a.get()), extended(b.get()))
                : OptionalInt.of(a.get().value(signed).compareTo(b.get().value(signed)));
        if (order.isEmpty()) return op == CompareOp.NOT_EQUAL ? Expr.TRUE : Expr.FALSE;
        int sign = order.getAsInt();
        boolean holds = switch (op) {
            case EQUAL -> sign == 0;
            case NOT_EQUAL -> sign != 0;
            case LESS -> sign < 0;
            case LESS_OR_EQUAL -> sign <= 0;
            case GREATER -> sign > 0;
            case GREATER_OR_EQUAL -> sign >= 0;
        };
        return holds ? Expr.TRUE : Expr.FALSE;
    }

    /** A conversion to or from a wide type. */
    public static Expr cast(Type to, Expr value) {
        Type from = value.type();
        if (from.equals(to)) return value;
        Optional<Wide.Bits> bits = Wide.bits(value);
        if (bits.isEmpty() || to instanceof Type.Pointer || from instanceof Type.Pointer) {
            return new Expr.Cast(to, value);
        }
        if (from instanceof Type.Float(var width)) {
            Extended number = switch (width) {
                case 80 -> extended(bits.get());
                case 64 -> Extended.of(Double.longBitsToDouble(bits.get().low()));
                default -> Extended.of(Float.intBitsToFloat((int) bits.get().low()));
            };
            return to instanceof Type.Float f ? floating(f, number) : integer(to, number.toInteger());
        }
        BigInteger number = bits.get().value(isSigned(from));
        return switch (to) {
            case Type.Float f when f.width() == 80 -> constant(Extended.of(number));
            case Type.Float f
            when f.width() == 64 -> new Expr.Constant(to, Double.doubleToRawLongBits(number.doubleValue()));
            case Type.Float _ -> new Expr.Constant(to, Float.floatToRawIntBits(number.floatValue()) & 0xffff_ffffL);
            default -> integer(to, number);
        };
    }

    private static Expr floating(Type.Float to, Extended number) {
        return switch (to.width()) {
            case 80 -> constant(number);
            case 64 -> new Expr.Constant(to, Double.doubleToRawLongBits(number.toDouble()));
            default -> new Expr.Constant(to, Float.floatToRawIntBits(number.toFloat()) & 0xffff_ffffL);
        };
    }

    private static Expr integer(Type to, BigInteger value) {
        return Wide.isWide(to) ? Wide.constant(to, Wide.Bits.of(value)) : Expr.constant(to, value.longValue());
    }

    public static Expr constant(Extended value) {
        return Wide.constant(Wide.EXTENDED, new Wide.Bits(value.signAndExponent(), value.significand()));
    }

    private static Extended extended(Wide.Bits bits) {
        return new Extended((int) bits.high() & 0xffff, bits.low());
    }

    private static boolean isSigned(Type type) {
        return type instanceof Type.Int(var _, var signed) && signed;
    }
}
