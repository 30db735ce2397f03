package dev.moirai.symbolic;

import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Expr.UnaryOp;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.source.SourceSpan;
import java.util.HashMap;
import java.util.Map;

/**
 * Expressions to terms. A truth value is a boolean term, any other scalar a bit-vector of its width; arithmetic is that
 * of {@link Arithmetic}: wrapping, shift counts modulo the width.
 */
final class Translator {
    private final TermPool pool;
    private final Sizes sizes;
    private final Memory memory;
    private final Addresses addresses;
    private final Map<String, Integer> globalAddresses;
    private final Map<String, Integer> functionAddresses;
    private final Map<Local, Integer> slots = new HashMap<>();

    Translator(
            TermPool pool,
            Sizes sizes,
            Memory memory,
            Addresses addresses,
            Map<String, Integer> globalAddresses,
            Map<String, Integer> functionAddresses) {
        this.pool = pool;
        this.sizes = sizes;
        this.memory = memory;
        this.addresses = addresses;
        this.globalAddresses = globalAddresses;
        this.functionAddresses = functionAddresses;
    }

    int slot(Local local) {
        return slots.computeIfAbsent(local, _ -> memory.newSlot());
    }

    /** The number of bits of a scalar type; 0 for truth values, which are boolean terms. */
    int width(Type type, SourceSpan span) {
        return switch (type) {
            case Type.Int(var width, var _) -> width == 1 ? 0 : width;
            case Type.Pointer _ -> addresses.width();
            case Type.Float _ -> throw new Unencodable("floating-point arithmetic", span);
            case Type.Void _, Type.Array _, Type.Struct _, Type.Code _, Type.Opaque _ ->
                throw new IllegalArgumentException("no scalar: " + type);
        };
    }

    int constant(Type type, long bits, SourceSpan span) {
        int width = width(type, span);
        return width == 0 ? pool.bool(bits != 0) : pool.bv(bits, width);
    }

    int term(Expr expr, Path path, SourceSpan span) {
        return switch (expr) {
            case Local local -> {
                int value = path.values().get(slot(local));
                // Reached only on paths where the local was never set: whatever the value, it does not matter.
                yield value != Values.ABSENT ? value : constant(local.type(), 0, span);
            }
            case Expr.Constant(var type, var bits) -> constant(type, bits, span);
            case Expr.GlobalAddress(var global, var _) -> known(globalAddresses, global);
            case Expr.FunctionAddress(var function) -> known(functionAddresses, function);
            case Expr.Member(var pointer, var tag, var field, var _) ->
                pool.bvAdd(term(pointer, path, span), pool.bv(layoutOffset(tag, field), addresses.width()));
            case Expr.Index(var pointer, var element, var index, var _) ->
                pool.bvAdd(
                        term(pointer, path, span),
                        pool.bvMul(
                                resize(term(index, path, span), index.type(), addresses.width()),
                                pool.bv(sizes.of(element), addresses.width())));
            case Expr.Distance(var left, var right, var type) ->
                resize(
                        pool.bvSub(term(left, path, span), term(right, path, span)),
                        new Type.Int(addresses.width(), true),
                        width(type, span));
            case Expr.Unary(var op, var operand) -> unary(op, operand.type(), term(operand, path, span), span);
            case Expr.Binary(var op, var left, var right) ->
                binary(op, left.type(), term(left, path, span), right.type(), term(right, path, span), span);
            case Expr.Compare(var op, var left, var right) ->
                compare(op, left.type(), term(left, path, span), term(right, path, span), span);
            case Expr.Cast(var type, var operand) -> cast(operand.type(), type, term(operand, path, span), span);
            case Expr.Select(var condition, var then, var otherwise) -> {
                int test = path.guard().decide(term(condition, path, span));
                if (test == TermPool.TRUE) yield term(then, path, span);
                if (test == TermPool.FALSE) yield term(otherwise, path, span);
                yield pool.ite(test, term(then, path, span), term(otherwise, path, span));
            }
        };
    }

    private static int known(Map<String, Integer> addresses, String name) {
        Integer address = addresses.get(name);
        if (address == null) throw new IllegalArgumentException("no address of " + name);
        return address;
    }

    private long layoutOffset(String tag, int field) {
        var layout = sizes.layouts().get(tag);
        if (layout == null) throw new IllegalArgumentException("no layout of " + tag);
        return layout.fields().get(field).offset();
    }

    private int unary(UnaryOp op, Type type, int value, SourceSpan span) {
        int width = width(type, span);
        return switch (op) {
            case COMPLEMENT -> width == 0 ? -value : pool.bvNot(value);
            case NEGATE -> width == 0 ? value : pool.bvNeg(value);
        };
    }

    private int binary(BinaryOp op, Type type, int left, Type rightType, int right, SourceSpan span) {
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

    int compare(CompareOp op, Type type, int left, int right, SourceSpan span) {
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

    int cast(Type from, Type to, int value, SourceSpan span) {
        width(from, span);
        return resize(value, from, width(to, span));
    }

    /** Cuts or extends by the sign rules of {@code from}; width 0 is a truth value: its lowest bit. */
    int resize(int value, Type from, int width) {
        int bits = pool.isBool(value) ? pool.fromBool(value, Math.max(width, 1)) : value;
        int have = pool.width(bits);
        if (width == 0) return pool.eq(pool.extract(bits, 0, 0), pool.bv(1, 1));
        if (have == width) return bits;
        if (have > width) return pool.extract(bits, width - 1, 0);
        return from instanceof Type.Int i && i.signed() ? pool.sext(bits, width) : pool.zext(bits, width);
    }
}
