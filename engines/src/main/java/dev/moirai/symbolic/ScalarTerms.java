package dev.moirai.symbolic;

import dev.moirai.bound.Unencodable;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Expr.UnaryOp;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.source.SourceSpan;

/**
 * The operators of expressions on terms. A truth value is a boolean term, any other scalar a bit-vector of its width;
 * arithmetic is that of {@link dev.moirai.ir.Arithmetic}: wrapping, shift counts modulo the width.
 */
public final class ScalarTerms {
    private final TermPool pool;
    private final int pointerWidth;
    private final Sorts sorts;

    public ScalarTerms(TermPool pool, int pointerWidth) {
        this.pool = pool;
        this.pointerWidth = pointerWidth;
        this.sorts = new Sorts(pool);
    }

    /** The number of bits of a scalar type; 0 for truth values, which are boolean terms; a mathematical type's sort. */
    public int width(Type type, SourceSpan span) {
        return switch (type) {
            case Type.Int(var width, var _) -> width == 1 ? 0 : width;
            case Type.Pointer _ -> pointerWidth;
            case Type.Float _ -> throw new Unencodable("floating-point arithmetic", span);
            case Type.Mathematical _ -> sorts.of(type, span);
            case Type.Void _, Type.Array _, Type.Struct _, Type.Code _, Type.Opaque _ ->
                throw new IllegalArgumentException("no scalar: " + type);
        };
    }

    public int constant(Type type, long bits, SourceSpan span) {
        int width = width(type, span);
        // Of a mathematical value, bits can only say that it is zero.
        if (type instanceof Type.Mathematical) return pool.math().zero(width);
        return width == 0 ? pool.bool(bits != 0) : pool.bv(bits, width);
    }

    public int unary(UnaryOp op, Type type, int value, SourceSpan span) {
        int width = width(type, span);
        return switch (op) {
            case COMPLEMENT -> width == 0 ? -value : pool.bvNot(value);
            case NEGATE -> width == 0 ? value : pool.bvNeg(value);
        };
    }

    public int binary(BinaryOp op, Type type, int left, Type rightType, int right, SourceSpan span) {
        int width = width(type, span);
        if (width == 0) {
            return switch (op) {
                case AND, MULTIPLY -> pool.and(left, right);
                case OR -> pool.or(left, right);
                case XOR, ADD, SUBTRACT -> pool.xor(left, right);
                case DIVIDE, REMAINDER, SHIFT_LEFT, SHIFT_RIGHT ->
                    throw new IllegalArgumentException(op + " on truth values");
            };
        }
        boolean signed = type instanceof Type.Int i && i.signed();
        int count = op.isShift() ? shiftCount(resize(right, rightType, width), width) : right;
        return switch (op) {
            case ADD -> pool.bvAdd(left, right);
            case SUBTRACT -> pool.bvSub(left, right);
            case MULTIPLY -> pool.bvMul(left, right);
            case DIVIDE -> signed ? pool.bvSdiv(left, right) : pool.bvUdiv(left, right);
            case REMAINDER -> signed ? pool.bvSrem(left, right) : pool.bvUrem(left, right);
            case AND -> pool.bvAnd(left, right);
            case OR -> pool.bvOr(left, right);
            case XOR -> pool.bvXor(left, right);
            case SHIFT_LEFT -> pool.bvShl(left, count);
            case SHIFT_RIGHT -> signed ? pool.bvAshr(left, count) : pool.bvLshr(left, count);
        };
    }

    private int shiftCount(int count, int width) {
        return Integer.bitCount(width) == 1
                ? pool.bvAnd(count, pool.bv(width - 1, width))
                : pool.bvUrem(count, pool.bv(width, width));
    }

    public int compare(CompareOp op, Type type, int left, int right, SourceSpan span) {
        int width = width(type, span);
        int a = width == 0 ? pool.fromBool(left, 1) : left;
        int b = width == 0 ? pool.fromBool(right, 1) : right;
        boolean signed = type instanceof Type.Int i && i.signed();
        return switch (op) {
            case EQUAL -> pool.eq(left, right);
            case NOT_EQUAL -> -pool.eq(left, right);
            case LESS -> signed ? pool.slt(a, b) : pool.ult(a, b);
            case LESS_OR_EQUAL -> signed ? pool.sle(a, b) : pool.ule(a, b);
            case GREATER -> signed ? pool.slt(b, a) : pool.ult(b, a);
            case GREATER_OR_EQUAL -> signed ? pool.sle(b, a) : pool.ule(b, a);
        };
    }

    public int cast(Type from, Type to, int value, SourceSpan span) {
        width(from, span);
        return resize(value, from, width(to, span));
    }

    /** Cuts or extends by the sign rules of {@code from}; width 0 means a truth value, the lowest bit. */
    public int resize(int value, Type from, int width) {
        int bits = pool.isBool(value) ? pool.fromBool(value, Math.max(width, 1)) : value;
        int have = pool.width(bits);
        if (width == 0) return pool.eq(pool.extract(bits, 0, 0), pool.bv(1, 1));
        if (have == width) return bits;
        if (have > width) return pool.extract(bits, width - 1, 0);
        return from instanceof Type.Int i && i.signed() ? pool.sext(bits, width) : pool.zext(bits, width);
    }
}
