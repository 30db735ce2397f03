package dev.moirai.jvm;

import static org.objectweb.asm.Opcodes.*;

import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;

/** Java's arithmetic on bits: ints are sign-extended, floating-point numbers are their raw bits. */
final class JavaArithmetic {
    private JavaArithmetic() {}

    static long binary(BinaryOp op, Kind kind, long a, long b) {
        return switch (kind) {
            case INT -> (int) integer(op, a, b);
            case FLOAT -> Float.floatToRawIntBits((float) floating(op, single(a), single(b), Kind.FLOAT));
            case DOUBLE -> Double.doubleToRawLongBits(floating(op, number(a), number(b), Kind.DOUBLE));
            case LONG, REFERENCE, VOID -> integer(op, a, b);
        };
    }

    private static long integer(BinaryOp op, long a, long b) {
        return switch (op) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
            case REMAINDER -> a % b;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case SHIFT_LEFT, SHIFT_RIGHT -> throw new IllegalArgumentException("a shift");
        };
    }

    private static double floating(BinaryOp op, double a, double b, Kind kind) {
        boolean single = kind == Kind.FLOAT;
        return switch (op) {
            case ADD -> single ? (float) a + (float) b : a + b;
            case SUBTRACT -> single ? (float) a - (float) b : a - b;
            case MULTIPLY -> single ? (float) a * (float) b : a * b;
            case DIVIDE -> single ? (float) a / (float) b : a / b;
            case REMAINDER -> single ? (float) a % (float) b : a % b;
            case AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT -> throw new IllegalArgumentException("no floating-point " + op);
        };
    }

    static float single(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    static double number(long bits) {
        return Double.longBitsToDouble(bits);
    }

    static long shift(int op, long value, int count) {
        return switch (op) {
            case ISHL -> (int) value << count;
            case ISHR -> (int) value >> count;
            case IUSHR -> (int) value >>> count;
            case LSHL -> value << count;
            case LSHR -> value >> count;
            default -> value >>> count;
        };
    }

    static long negate(Kind kind, long bits) {
        return switch (kind) {
            case INT -> (int) -bits;
            case FLOAT -> Float.floatToRawIntBits(-single(bits));
            case DOUBLE -> Double.doubleToRawLongBits(-number(bits));
            case LONG, REFERENCE, VOID -> -bits;
        };
    }

    static long convert(int op, long bits) {
        return switch (op) {
            case I2L -> bits;
            case L2I -> (int) bits;
            case I2B -> (byte) bits;
            case I2S -> (short) bits;
            case I2C -> (char) bits;
            case I2F -> Float.floatToRawIntBits((int) bits);
            case L2F -> Float.floatToRawIntBits(bits);
            case D2F -> Float.floatToRawIntBits((float) number(bits));
            case I2D -> Double.doubleToRawLongBits((int) bits);
            case L2D -> Double.doubleToRawLongBits(bits);
            case F2D -> Double.doubleToRawLongBits(single(bits));
            case F2I -> (int) single(bits);
            case F2L -> (long) single(bits);
            case D2I -> (int) number(bits);
            default -> (long) number(bits);
        };
    }

    static int compare(int op, long a, long b) {
        if (op == LCMP) return Long.compare(a, b);
        boolean single = op == FCMPL || op == FCMPG;
        double x = single ? single(a) : number(a);
        double y = single ? single(b) : number(b);
        if (Double.isNaN(x) || Double.isNaN(y)) return op == FCMPL || op == DCMPL ? -1 : 1;
        return x < y ? -1 : x > y ? 1 : 0;
    }

    static boolean holds(CompareOp op, long a, long b) {
        return switch (op) {
            case EQUAL -> a == b;
            case NOT_EQUAL -> a != b;
            case LESS -> a < b;
            case LESS_OR_EQUAL -> a <= b;
            case GREATER -> a > b;
            case GREATER_OR_EQUAL -> a >= b;
        };
    }
}
