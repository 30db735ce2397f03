package dev.moirai.ir;

import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Expr.UnaryOp;

/**
 * The meaning of operators on bit patterns, fixed once: constant folding, the interpreter and the encoders' tests all
 * use it. A value is a {@code long}, kept as {@link Expr.Constant} says. Nothing here traps: a caller that must report
 * overflow or division by zero asks first.
 */
public final class Arithmetic {
    private Arithmetic() {}

    /** Brings a bit pattern into the canonical form of its type. Pointers are left alone: their width is the data model's. */
    public static long normalize(Type type, long bits) {
        return switch (type) {
            case Type.Int(var width, var signed)
            when width < 64 -> signed ? bits << (64 - width) >> (64 - width) : bits & ((1L << width) - 1);
            case Type.Float(var width) when width == 32 -> bits & 0xffff_ffffL;
            default -> bits;
        };
    }

    public static long unary(UnaryOp op, Type type, long value) {
        return switch (op) {
            case COMPLEMENT -> normalize(type, ~value);
            case NEGATE ->
                switch (type) {
                    case Type.Float f -> value ^ (1L << (f.width() - 1));
                    default -> normalize(type, -value);
                };
        };
    }

    /** Wraps around on overflow; the count of a shift is taken modulo the width; the caller has excluded division by zero. */
    public static long binary(BinaryOp op, Type type, long left, long right) {
        return switch (type) {
            case Type.Float f -> floating(op, f, left, right);
            case Type.Int i -> normalize(type, integer(op, i, left, right));
            default -> throw new IllegalArgumentException(op + " on " + type);
        };
    }

    private static long integer(BinaryOp op, Type.Int type, long left, long right) {
        return switch (op) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> type.signed() ? left / right : Long.divideUnsigned(left, right);
            case REMAINDER -> type.signed() ? left % right : Long.remainderUnsigned(left, right);
            case AND -> left & right;
            case OR -> left | right;
            case XOR -> left ^ right;
            case SHIFT_LEFT -> left << count(type, right);
            case SHIFT_RIGHT -> type.signed() ? left >> count(type, right) : left >>> count(type, right);
        };
    }

    private static int count(Type.Int type, long right) {
        return (int) Long.remainderUnsigned(right, type.width());
    }

    private static long floating(BinaryOp op, Type.Float type, long left, long right) {
        if (type.width() == 32) {
            float a = Float.intBitsToFloat((int) left);
            float b = Float.intBitsToFloat((int) right);
            return Float.floatToRawIntBits(
                            switch (op) {
                                case ADD -> a + b;
                                case SUBTRACT -> a - b;
                                case MULTIPLY -> a * b;
                                case DIVIDE -> a / b;
                                default -> throw new IllegalArgumentException(op + " on " + type);
                            })
                    & 0xffff_ffffL;
        }
        double a = Double.longBitsToDouble(left);
        double b = Double.longBitsToDouble(right);
        return Double.doubleToRawLongBits(
                switch (op) {
                    case ADD -> a + b;
                    case SUBTRACT -> a - b;
                    case MULTIPLY -> a * b;
                    case DIVIDE -> a / b;
                    default -> throw new IllegalArgumentException(op + " on " + type);
                });
    }

    public static boolean compare(CompareOp op, Type type, long left, long right) {
        if (type instanceof Type.Float f) {
            double a = toDouble(f, left);
            double b = toDouble(f, right);
            return switch (op) {
                case EQUAL -> a == b;
                case NOT_EQUAL -> a != b;
                case LESS -> a < b;
                case LESS_OR_EQUAL -> a <= b;
                case GREATER -> a > b;
                case GREATER_OR_EQUAL -> a >= b;
            };
        }
        boolean signed = type instanceof Type.Int(var _, var s) && s;
        int order = signed ? Long.compare(left, right) : Long.compareUnsigned(left, right);
        return switch (op) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }

    /** C's conversion. A float outside the integer's range (undefined in C) is cut as x86-64 compilers do. */
    public static long cast(Type from, Type to, long value) {
        return switch (to) {
            case Type.Float f ->
                switch (from) {
                    case Type.Float g -> fromDouble(f, toDouble(g, value));
                    case Type.Int(var width, var signed)
                    when !signed && width == 64 && value < 0 -> fromUnsigned(f, value);
                    default ->
                        f.width() == 32 ? Float.floatToRawIntBits((float) value) & 0xffff_ffffL : fromDouble(f, value);
                };
            default ->
                from instanceof Type.Float f ? normalize(to, toInteger(to, toDouble(f, value))) : normalize(to, value);
        };
    }

    private static long fromUnsigned(Type.Float type, long value) {
        // Halve with the lost bit kept sticky, convert, double: rounds as one correctly rounded conversion does.
        long half = (value >>> 1) | (value & 1);
        return type.width() == 32
                ? Float.floatToRawIntBits((float) half * 2) & 0xffff_ffffL
                : Double.doubleToRawLongBits((double) half * 2);
    }

    private static long toInteger(Type to, double value) {
        boolean wideUnsigned = to instanceof Type.Int(var width, var signed) && !signed && width == 64;
        if (wideUnsigned && value >= 0x1p63) return value >= 0x1p64 ? 0 : (long) (value - 0x1p63) ^ Long.MIN_VALUE;
        int width = to instanceof Type.Int i ? i.width() : 64;
        // cvttsd2si yields the most negative number of the register it fills when the value does not fit. Types
        // narrower
        // than int go through a 32-bit register, unsigned int through a 64-bit one.
        boolean narrow = width < 32 || width == 32 && to instanceof Type.Int(var _, var s) && s;
        if (narrow && !(value > -2147483649.0 && value < 2147483648.0)) return Integer.MIN_VALUE;
        if (!(value >= -0x1p63 && value < 0x1p63)) return Long.MIN_VALUE;
        return (long) value;
    }

    public static double toDouble(Type.Float type, long bits) {
        return type.width() == 32 ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
    }

    public static long fromDouble(Type.Float type, double value) {
        return type.width() == 32
                ? Float.floatToRawIntBits((float) value) & 0xffff_ffffL
                : Double.doubleToRawLongBits(value);
    }

    /**
     * Whether C calls this signed operation an overflow (or an undefined shift). A division by zero is no overflow:
     * callers ask about it separately.
     */
    public static boolean overflows(BinaryOp op, Type type, long left, long right) {
        if (!(type instanceof Type.Int(var width, var signed))) return false;
        if (op.isShift()) {
            if (right < 0 || right >= width) return true;
            if (op == BinaryOp.SHIFT_RIGHT || !signed) return false;
            // Since C99 a left shift of a negative number, or one that leaves the range, is undefined.
            return left < 0 || (right > 0 && left >> (width - 1 - right) != 0);
        }
        if (!signed) return false;
        return switch (op) {
            case ADD ->
                outside(width, left + right)
                        || (width == 64 && ((left ^ (left + right)) & (right ^ (left + right))) < 0);
            case SUBTRACT ->
                outside(width, left - right) || (width == 64 && ((left ^ right) & (left ^ (left - right))) < 0);
            case MULTIPLY -> Math.multiplyHigh(left, right) != (left * right) >> 63 || outside(width, left * right);
            case DIVIDE, REMAINDER -> right == -1 && left == Long.MIN_VALUE >> (64 - width);
            default -> false;
        };
    }

    public static boolean overflows(UnaryOp op, Type type, long value) {
        return op == UnaryOp.NEGATE
                && type instanceof Type.Int(var width, var signed)
                && signed
                && value == Long.MIN_VALUE >> (64 - width);
    }

    private static boolean outside(int width, long value) {
        return width < 64 && value != (value << (64 - width)) >> (64 - width);
    }
}
