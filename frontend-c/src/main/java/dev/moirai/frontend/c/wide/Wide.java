package dev.moirai.frontend.c.wide;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Type;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** The types of wide numbers, how objects of these types lie in memory, and how a constant of them is written. */
public final class Wide {
    /** What the front end calls a number of 80 bits; its object has padding behind them. */
    public static final Type.Float EXTENDED = new Type.Float(80);

    private static final String TAG = "long double";
    private static final Type.Int HALF = new Type.Int(16, false);

    private Wide() {}

    public static boolean isWide(Type type) {
        return switch (type) {
            case Type.Int(var width, var _) -> width > 64;
            case Type.Float(var width) -> width > 64;
            case Type.Void _,
                    Type.Pointer _,
                    Type.Array _,
                    Type.Struct _,
                    Type.Code _,
                    Type.Opaque _,
                    Type.Mathematical _ -> false;
        };
    }

    /** The type of an object that holds values of the type: words, if they are wide. */
    public static Type object(Type type) {
        if (!isWide(type)) return type;
        return type instanceof Type.Float ? new Type.Struct(TAG) : new Type.Array(Type.U64, 2);
    }

    /** How a {@code long double} of so many bytes lies in memory. */
    public static Layout layout(int bytes, int alignment) {
        return new Layout(
                TAG,
                Layout.Kind.STRUCT,
                List.of(new Layout.Field("significand", Type.U64, 0), new Layout.Field("sign and exponent", HALF, 8)),
                bytes,
                alignment);
    }

    /** The type of the upper part of a number in memory; the lower part is always a word of 64 bits. */
    public static Type.Int upper(Type type) {
        return type instanceof Type.Float ? HALF : Type.U64;
    }

    // ---- constants ---------------------------------------------------------------------------------------------

    /** The bits of a wide constant. */
    public record Bits(long high, long low) {
        BigInteger value(boolean signed) {
            BigInteger upper = signed ? BigInteger.valueOf(high) : unsigned(high);
            return upper.shiftLeft(64).or(unsigned(low));
        }

        private static BigInteger unsigned(long word) {
            return new BigInteger(Long.toUnsignedString(word));
        }

        static Bits of(BigInteger value) {
            return new Bits(value.shiftRight(64).longValue(), value.longValue());
        }
    }

    /**
     * A constant of a wide type, put together from two words: {@link Expr.Constant} has room for one. For a {@code long
     * double} this is its bit pattern.
     */
    public static Expr constant(Type type, Bits bits) {
        Expr high = new Expr.Constant(type, bits.high());
        Expr raised = new Expr.Binary(BinaryOp.SHIFT_LEFT, high, Expr.constant(Type.I32, 64));
        return new Expr.Binary(BinaryOp.OR, raised, new Expr.Constant(type, bits.low()));
    }

    /** The bits of an expression that {@link #constant} has made, or of a small number. */
    public static Optional<Bits> bits(Expr expr) {
        return switch (expr) {
            case Expr.Constant(var type, var bits) -> {
                boolean signed = type instanceof Type.Int(var _, var s) && s;
                yield Optional.of(new Bits(signed ? bits >> 63 : 0, bits));
            }
            case Expr.Binary(var op, var left, var right)
            when op == BinaryOp.OR
                    && left instanceof Expr.Binary(var shift, var high, var _)
                    && shift == BinaryOp.SHIFT_LEFT
                    && high instanceof Expr.Constant(var _, var upper)
                    && right instanceof Expr.Constant(var _, var lower) -> Optional.of(new Bits(upper, lower));
            default -> Optional.empty();
        };
    }
}
