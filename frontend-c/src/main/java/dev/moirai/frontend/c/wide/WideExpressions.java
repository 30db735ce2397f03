package dev.moirai.frontend.c.wide;

import dev.moirai.frontend.c.wide.WideFunction.Pair;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Expr.UnaryOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Rewrite;
import dev.moirai.ir.Type;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Expressions over wide numbers, as expressions over their words. Sums, comparisons and the like are written out; what
 * takes more (products, quotients, shifts by a variable, all of {@code long double}) is a call of a model in C.
 */
final class WideExpressions {
    private static final Type.Int WORD = Type.U64;

    private final WideFunction in;

    WideExpressions(WideFunction in) {
        this.in = in;
    }

    private static Expr word(long value) {
        return new Expr.Constant(WORD, value);
    }

    private static Expr binary(BinaryOp op, Expr left, Expr right) {
        return new Expr.Binary(op, left, right);
    }

    private static Expr compare(CompareOp op, Expr left, Expr right) {
        return new Expr.Compare(op, left, right);
    }

    private static boolean isSigned(Type type) {
        return type instanceof Type.Int(var _, var signed) && signed;
    }

    // ---- narrow expressions with wide ones inside --------------------------------------------------------------

    Expr narrow(Expr expr) {
        if (!WideFunction.mentions(expr)) return expr;
        return switch (expr) {
            case Expr.Compare(var op, var left, var right) when Wide.isWide(left.type()) -> compared(op, left, right);
            case Expr.Cast(var type, var operand) when Wide.isWide(operand.type()) -> narrowed(type, operand);
            case Expr.Select(var condition, var whenTrue, var whenFalse) ->
                chosen(expr.type(), narrow(condition), () -> narrow(whenTrue), () -> narrow(whenFalse));
            case Expr.Binary(var op, var left, var right)
            when op.isShift() && Wide.isWide(right.type()) ->
                binary(op, narrow(left), in.settle(wide(right)).low());
            case Expr.Index(var pointer, var element, var index, var type) ->
                new Expr.Index(narrow(pointer), Wide.object(element), narrow(index), type);
            default -> Rewrite.children(expr, this::narrow);
        };
    }

    private Expr chosen(Type type, Expr condition, Supplier<Expr> whenTrue, Supplier<Expr> whenFalse) {
        Expr[] sides = new Expr[2];
        List<Instr> first = in.apart(() -> sides[0] = whenTrue.get());
        List<Instr> second = in.apart(() -> sides[1] = whenFalse.get());
        if (first.isEmpty() && second.isEmpty()) return new Expr.Select(condition, sides[0], sides[1]);
        Local result = in.fresh(type);
        branch(
                condition,
                first,
                () -> in.emit(new Instr.Assign(result, sides[0], in.span())),
                second,
                () -> in.emit(new Instr.Assign(result, sides[1], in.span())));
        return result;
    }

    /** Only the chosen side is computed: the other one might divide by zero. */
    private void branch(Expr condition, List<Instr> first, Runnable afterFirst, List<Instr> second, Runnable after) {
        String then = in.label("then");
        String otherwise = in.label("else");
        String end = in.label("end");
        in.emit(new Instr.Branch(condition, then, otherwise, in.span()));
        in.emit(new Instr.Label(then, in.span()));
        first.forEach(in::emit);
        afterFirst.run();
        in.emit(new Instr.Goto(end, in.span()));
        in.emit(new Instr.Label(otherwise, in.span()));
        second.forEach(in::emit);
        after.run();
        in.emit(new Instr.Goto(end, in.span()));
        in.emit(new Instr.Label(end, in.span()));
    }

    private Expr compared(CompareOp op, Expr left, Expr right) {
        Pair a = in.settle(wide(left));
        Pair b = in.settle(wide(right));
        if (left.type() instanceof Type.Float) return comparedExtended(op, a, b);
        Expr sameHigh = compare(CompareOp.EQUAL, a.high(), b.high());
        return switch (op) {
            case EQUAL -> new Expr.Select(sameHigh, compare(CompareOp.EQUAL, a.low(), b.low()), Expr.FALSE);
            case NOT_EQUAL -> new Expr.Select(sameHigh, compare(CompareOp.NOT_EQUAL, a.low(), b.low()), Expr.TRUE);
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> {
                Type.Int type = isSigned(left.type()) ? Type.I64 : WORD;
                Expr high = compare(op, new Expr.Cast(type, a.high()), new Expr.Cast(type, b.high()));
                yield new Expr.Select(sameHigh, compare(op, a.low(), b.low()), high);
            }
        };
    }

    /** The model gives -1, 0 or 1, and 2 if one of the two is no number. */
    private Expr comparedExtended(CompareOp op, Pair a, Pair b) {
        Expr order = in.call("__moirai_extended_order", Type.I32, List.of(a.low(), a.high(), b.low(), b.high()));
        Expr zero = Expr.constant(Type.I32, 0);
        Expr one = Expr.constant(Type.I32, 1);
        return switch (op) {
            case EQUAL, NOT_EQUAL, LESS -> compare(op, order, zero);
            case LESS_OR_EQUAL -> compare(op, order, zero);
            case GREATER -> compare(CompareOp.EQUAL, order, one);
            case GREATER_OR_EQUAL ->
                new Expr.Select(compare(CompareOp.EQUAL, order, zero), Expr.TRUE, compare(CompareOp.EQUAL, order, one));
        };
    }

    /** A wide number converted to a scalar of at most 64 bits. */
    private Expr narrowed(Type to, Expr operand) {
        Pair value = in.settle(wide(operand));
        List<Expr> words = List.of(value.low(), value.high());
        boolean extended = operand.type() instanceof Type.Float;
        return switch (to) {
            case Type.Float(var width) -> {
                String from = extended ? "extended" : isSigned(operand.type()) ? "signed" : "unsigned";
                String target = width == 64 ? "double" : "float";
                yield in.call("__moirai_" + from + "_to_" + target, to, words);
            }
            case Type.Int _, Type.Pointer _ -> {
                Expr low = extended
                        ? in.wideCall("__moirai_extended_to_integer", words).low()
                        : value.low();
                yield new Expr.Cast(to, low);
            }
            case Type.Void _, Type.Array _, Type.Struct _, Type.Code _, Type.Opaque _, Type.Mathematical _ ->
                throw new IllegalStateException("a wide number as " + to);
        };
    }

    // ---- wide expressions --------------------------------------------------------------------------------------

    Pair wide(Expr expr) {
        Optional<Wide.Bits> bits = Wide.bits(expr);
        if (bits.isPresent()) {
            return new Pair(word(bits.get().low()), word(bits.get().high()));
        }
        return switch (expr) {
            case Local local -> in.of(local);
            case Expr.Unary(var op, var operand) -> unary(op, operand);
            case Expr.Binary(var op, var left, var right) -> computed(op, left, right);
            case Expr.Cast(var type, var operand) -> widened(type, operand);
            case Expr.Select(var condition, var whenTrue, var whenFalse) ->
                chosen(narrow(condition), whenTrue, whenFalse);
            case Expr.Constant _,
                    Expr.GlobalAddress _,
                    Expr.FunctionAddress _,
                    Expr.Member _,
                    Expr.Index _,
                    Expr.Distance _,
                    Expr.Compare _,
                    Expr.Mathematical _ -> throw new IllegalStateException("no wide number: " + expr);
        };
    }

    private Pair chosen(Expr condition, Expr whenTrue, Expr whenFalse) {
        Local low = in.fresh(WORD);
        Local high = in.fresh(WORD);
        List<Instr> first = in.apart(() -> set(low, high, wide(whenTrue)));
        List<Instr> second = in.apart(() -> set(low, high, wide(whenFalse)));
        branch(condition, first, () -> {}, second, () -> {});
        return new Pair(low, high);
    }

    private void set(Local low, Local high, Pair value) {
        in.emit(new Instr.Assign(low, value.low(), in.span()));
        in.emit(new Instr.Assign(high, value.high(), in.span()));
    }

    private Pair unary(UnaryOp op, Expr operand) {
        Pair value = in.settle(wide(operand));
        if (operand.type() instanceof Type.Float) {
            return new Pair(value.low(), binary(BinaryOp.XOR, value.high(), word(1 << 15)));
        }
        return switch (op) {
            case COMPLEMENT ->
                new Pair(
                        new Expr.Unary(UnaryOp.COMPLEMENT, value.low()),
                        new Expr.Unary(UnaryOp.COMPLEMENT, value.high()));
            case NEGATE -> difference(new Pair(word(0), word(0)), value);
        };
    }

    private Pair computed(BinaryOp op, Expr left, Expr right) {
        if (op.isShift()) return shifted(op, left, right);
        Pair a = in.settle(wide(left));
        Pair b = in.settle(wide(right));
        List<Expr> words = List.of(a.low(), a.high(), b.low(), b.high());
        if (left.type() instanceof Type.Float) {
            return switch (op) {
                case ADD -> in.wideCall("__moirai_extended_add", words);
                case SUBTRACT -> in.wideCall("__moirai_extended_subtract", words);
                case MULTIPLY -> in.wideCall("__moirai_extended_multiply", words);
                case DIVIDE -> in.wideCall("__moirai_extended_divide", words);
                default -> throw new IllegalStateException(op + " on long double");
            };
        }
        String kind = isSigned(left.type()) ? "signed" : "unsigned";
        return switch (op) {
            case ADD -> {
                Expr low = in.settle(binary(BinaryOp.ADD, a.low(), b.low()));
                Expr carry = new Expr.Cast(WORD, compare(CompareOp.LESS, low, a.low()));
                yield new Pair(low, binary(BinaryOp.ADD, binary(BinaryOp.ADD, a.high(), b.high()), carry));
            }
            case SUBTRACT -> difference(a, b);
            case AND, OR, XOR -> new Pair(binary(op, a.low(), b.low()), binary(op, a.high(), b.high()));
            case MULTIPLY -> in.wideCall("__moirai_multiply128", words);
            case DIVIDE, REMAINDER -> {
                // A division by zero is met here, at the user's line.
                Local zeroDivides = in.fresh(WORD);
                Expr any = binary(BinaryOp.OR, b.low(), b.high());
                in.emit(new Instr.Assign(zeroDivides, binary(BinaryOp.DIVIDE, word(1), any), in.span()));
                String what = op == BinaryOp.DIVIDE ? "_divide128" : "_remainder128";
                yield in.wideCall("__moirai_" + kind + what, words);
            }
            case SHIFT_LEFT, SHIFT_RIGHT -> throw new IllegalStateException("a shift");
        };
    }

    private Pair difference(Pair a, Pair b) {
        Expr borrow = new Expr.Cast(WORD, compare(CompareOp.LESS, a.low(), b.low()));
        Expr high = binary(BinaryOp.SUBTRACT, binary(BinaryOp.SUBTRACT, a.high(), b.high()), borrow);
        return new Pair(binary(BinaryOp.SUBTRACT, a.low(), b.low()), high);
    }

    private Pair shifted(BinaryOp op, Expr left, Expr right) {
        Pair value = in.settle(wide(left));
        Expr count = Wide.isWide(right.type()) ? in.settle(wide(right)).low() : narrow(right);
        boolean up = op == BinaryOp.SHIFT_LEFT;
        boolean signed = isSigned(left.type());
        if (count instanceof Expr.Constant(var _, var by) && by >= 0 && by < 128) {
            return shifted(up, signed, value, (int) by);
        }
        String name = up ? "__moirai_shift_left128" : signed ? "__moirai_signed_shift128" : "__moirai_shift_right128";
        Expr number = in.settle(new Expr.Cast(Type.I32, count));
        return in.wideCall(name, List.of(value.low(), value.high(), number));
    }

    private Pair shifted(boolean up, boolean signed, Pair value, int by) {
        if (by == 0) return value;
        Expr fill = signed ? shift(BinaryOp.SHIFT_RIGHT, true, value.high(), 63) : word(0);
        if (by >= 64) {
            return up
                    ? new Pair(word(0), shift(BinaryOp.SHIFT_LEFT, false, value.low(), by - 64))
                    : new Pair(shift(BinaryOp.SHIFT_RIGHT, signed, value.high(), by - 64), fill);
        }
        if (up) {
            Expr carried = shift(BinaryOp.SHIFT_RIGHT, false, value.low(), 64 - by);
            Expr high = binary(BinaryOp.OR, shift(BinaryOp.SHIFT_LEFT, false, value.high(), by), carried);
            return new Pair(shift(BinaryOp.SHIFT_LEFT, false, value.low(), by), high);
        }
        Expr carried = shift(BinaryOp.SHIFT_LEFT, false, value.high(), 64 - by);
        Expr low = binary(BinaryOp.OR, shift(BinaryOp.SHIFT_RIGHT, false, value.low(), by), carried);
        return new Pair(low, shift(BinaryOp.SHIFT_RIGHT, signed, value.high(), by));
    }

    private static Expr shift(BinaryOp op, boolean signed, Expr word, int by) {
        if (by == 0) return word;
        Expr count = Expr.constant(Type.I32, by);
        if (!signed) return binary(op, word, count);
        return new Expr.Cast(WORD, binary(op, new Expr.Cast(Type.I64, word), count));
    }

    /** A scalar, or another wide number, converted to a wide type. */
    private Pair widened(Type to, Expr operand) {
        Type from = operand.type();
        if (Wide.isWide(from)) {
            Pair value = in.settle(wide(operand));
            List<Expr> words = List.of(value.low(), value.high());
            boolean extended = from instanceof Type.Float;
            if (extended == to instanceof Type.Float) return value;
            if (extended) return in.wideCall("__moirai_extended_to_integer", words);
            return in.wideCall("__moirai_" + (isSigned(from) ? "signed" : "unsigned") + "_to_extended", words);
        }
        if (from instanceof Type.Float(var width)) {
            Pair extended = in.wideCall(
                    width == 64 ? "__moirai_double_to_extended" : "__moirai_float_to_extended",
                    List.of(narrow(operand)));
            return to instanceof Type.Float
                    ? extended
                    : in.wideCall("__moirai_extended_to_integer", List.of(extended.low(), extended.high()));
        }
        Expr value = in.settle(narrow(operand));
        Expr low = in.settle(from.equals(WORD) ? value : new Expr.Cast(WORD, value));
        Expr high = isSigned(from) ? shift(BinaryOp.SHIFT_RIGHT, true, low, 63) : word(0);
        if (!(to instanceof Type.Float)) return new Pair(low, high);
        String name = isSigned(from) ? "__moirai_signed_to_extended" : "__moirai_unsigned_to_extended";
        return in.wideCall(name, List.of(low, in.settle(high)));
    }
}
