package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Expr.UnaryOp;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;

/**
 * GNU's vectors ({@code vector_size}): structs of equal numbers, which operators take number by number. A single number beside a
 * vector stands for a vector of it. Nothing is promoted, and what is too large is cut off.
 */
final class Vectors {
    private final Translation in;

    Vectors(Translation in) {
        this.in = in;
    }

    static boolean isVector(CType type) {
        return lanes(type).isPresent();
    }

    /** Whether two vectors have as many integers of one size: one may be assigned to the other, whatever the signs. */
    boolean areAlike(CType a, CType b) {
        Optional<CType.Array> one = lanes(a);
        Optional<CType.Array> other = lanes(b);
        return one.isPresent()
                && other.isPresent()
                && one.get().length() == other.get().length()
                && one.get().element().isInteger()
                && other.get().element().isInteger()
                && in.layouts.size(a) == in.layouts.size(b);
    }

    private static Optional<CType.Array> lanes(CType type) {
        return type.plain() instanceof CType.Aggregate(var record) ? record.lanes() : Optional.empty();
    }

    private static CType.Array lanesOf(Operand vector) {
        return lanes(vector.type()).orElseThrow();
    }

    /** A binary operator, given by CDT's number; at least one of the operands is a vector. */
    Operand.Memory binary(int operator, Operand left, Operand right, SourceSpan span) {
        CType.Array shape = isVector(left.type()) ? lanesOf(left) : lanesOf(right);
        Optional<CType.Array> other = lanes(right.type());
        if (isVector(left.type()) && other.isPresent() && other.get().length() != shape.length()) {
            throw new CError(
                    span,
                    "vectors of " + shape.length() + " and of " + other.get().length() + " numbers");
        }
        boolean compares = comparison(operator);
        CType result = compares ? signed(shape.element()) : shape.element().plain();
        Operand.Memory made = fresh(result, shape.length(), span);
        Operand a = kept(left, shape.element(), span);
        Operand b = kept(right, shape.element(), span);
        for (long i = 0; i < shape.length(); i++) {
            Operand.Value x = number(a, i, span);
            Operand.Value y = number(b, i, span);
            Operand.Value computed = in.operators.apply(operator, unsigned(operator, x), unsigned(operator, y), span);
            Expr value = compares
                    ? in.fold.select(in.fold.truth(computed.expr()), all(result), Fold.zero(in.ir(result)))
                    : in.conversions.expr(result, computed.expr());
            in.places.write(lane(made, i, span), value, span);
        }
        return made;
    }

    Operand.Memory unary(int operator, Operand operand, SourceSpan span) {
        CType.Array shape = lanesOf(operand);
        Operand.Memory made = fresh(shape.element().plain(), shape.length(), span);
        for (long i = 0; i < shape.length(); i++) {
            Operand.Value x = number(operand, i, span);
            Expr value = switch (operator) {
                case IASTUnaryExpression.op_plus -> x.expr();
                case IASTUnaryExpression.op_minus ->
                    in.fold.unary(UnaryOp.NEGATE, wrapping(x).expr());
                case IASTUnaryExpression.op_tilde ->
                    in.fold.unary(UnaryOp.COMPLEMENT, wrapping(x).expr());
                default -> throw CError.unsupported(span, "this operator of a vector");
            };
            in.places.write(lane(made, i, span), in.conversions.expr(shape.element(), value), span);
        }
        return made;
    }

    /** One bit for each number, its sign; the first is the lowest. */
    Operand.Value signs(Operand vector, SourceSpan span) {
        Expr bits = Expr.constant(Type.U32, 0);
        for (long i = 0; i < lanesOf(vector).length(); i++) {
            Operand.Value x = number(vector, i, span);
            Expr negative = in.fold.compare(CompareOp.LESS, in.fold.cast(Type.I32, x.expr()), Fold.zero(Type.I32));
            Expr bit = in.fold.select(negative, Expr.constant(Type.U32, 1L << i), Expr.constant(Type.U32, 0));
            bits = in.writer.settle(in.fold.binary(Expr.BinaryOp.OR, bits, bit), span);
        }
        return new Operand.Value(CType.INT, in.fold.cast(Type.I32, bits));
    }

    /** {@code v[i]}. */
    Operand lane(Operand vector, Expr index, SourceSpan span) {
        if (!(vector instanceof Operand.Memory memory)) throw new IllegalStateException("a vector that is nowhere");
        CType element = CType.qualifiedLike(memory.type(), lanesOf(vector).element());
        Expr first = in.fold.cast(in.layouts.pointerTo(element), memory.address());
        return new Operand.Memory(element, in.places.element(first, element, index, span));
    }

    private Operand lane(Operand vector, long index, SourceSpan span) {
        return lane(vector, Expr.constant(in.layouts.model().distanceType(), index), span);
    }

    private Operand.Value number(Operand kept, long index, SourceSpan span) {
        return kept instanceof Operand.Value value ? value : in.places.read(lane(kept, index, span), span);
    }

    /** The operand, to be used for each number; a single number has been made one of the element's type. */
    private Operand kept(Operand operand, CType element, SourceSpan span) {
        if (isVector(operand.type())) return operand;
        Operand.Value value = in.conversions.assigned(element, in.places.read(operand, span), span);
        return new Operand.Value(value.type(), in.writer.settle(value.expr(), span));
    }

    private Operand.Memory fresh(CType element, long length, SourceSpan span) {
        CType type = in.layouts.vector(element, length * in.layouts.size(element));
        return in.expressions.hidden(type, "vector", span);
    }

    private static boolean comparison(int operator) {
        return switch (operator) {
            case IASTBinaryExpression.op_equals,
                    IASTBinaryExpression.op_notequals,
                    IASTBinaryExpression.op_lessThan,
                    IASTBinaryExpression.op_lessEqual,
                    IASTBinaryExpression.op_greaterThan,
                    IASTBinaryExpression.op_greaterEqual -> true;
            default -> false;
        };
    }

    /** Where only the low bits of the result count, a number without a sign, so that nothing overflows. */
    private Operand.Value unsigned(int operator, Operand.Value value) {
        return switch (operator) {
            case IASTBinaryExpression.op_plus,
                    IASTBinaryExpression.op_minus,
                    IASTBinaryExpression.op_multiply,
                    IASTBinaryExpression.op_shiftLeft -> wrapping(value);
            default -> value;
        };
    }

    private Operand.Value wrapping(Operand.Value value) {
        if (!(value.type().plain() instanceof CType.Int type)) return value;
        CType.Int wide = type.order() < CType.INT.order() ? CType.UNSIGNED_INT : type.unsigned();
        return in.conversions.to(wide, value);
    }

    /** What a comparison makes: integers with a sign that are as wide. */
    private CType.Int signed(CType element) {
        return switch ((int) in.layouts.size(element)) {
            case 1 -> CType.SIGNED_CHAR;
            case 2 -> CType.SHORT;
            case 4 -> CType.INT;
            default -> in.layouts.longest();
        };
    }

    private Expr all(CType type) {
        return Expr.constant(in.ir(type), -1);
    }

    /** A cast from or to a vector: the same bytes. */
    Operand cast(CType to, Operand from, SourceSpan span) {
        if (in.size(to, span) != in.size(from.type().plain(), span)) {
            throw new CError(span, "a cast from " + from.type() + " to " + to + ", which are not as large");
        }
        if (from instanceof Operand.Memory(var _, var address) && isVector(from.type())) {
            var same = new Operand.Memory(to, in.fold.cast(in.layouts.pointerTo(to), in.writer.settle(address, span)));
            return isVector(to) ? same : in.places.read(same, span);
        }
        Operand.Memory made = in.expressions.hidden(to, "vector", span);
        Operand.Value value = in.places.read(from, span);
        Local held = in.writer.temporary(in.ir(value.type()));
        in.writer.assign(held, value.expr(), span);
        Expr place = in.fold.cast(new Type.Pointer(held.type()), made.address());
        in.places.write(new Operand.Memory(value.type(), place), held, span);
        return made;
    }
}
