package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Expr.UnaryOp;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;

/** C's operators, except assignment and those that choose what is evaluated. */
final class Operators {
    private final Translation in;

    Operators(Translation in) {
        this.in = in;
    }

    static boolean isIncrement(int operator) {
        return switch (operator) {
            case IASTUnaryExpression.op_prefixIncr,
                    IASTUnaryExpression.op_prefixDecr,
                    IASTUnaryExpression.op_postFixIncr,
                    IASTUnaryExpression.op_postFixDecr -> true;
            default -> false;
        };
    }

    Operand unary(IASTUnaryExpression node) {
        SourceSpan span = in.span(node);
        IASTExpression operand = node.getOperand();
        int operator = node.getOperator();
        if (isIncrement(operator)) return in.assignments.increment(node, true);
        return switch (operator) {
            case IASTUnaryExpression.op_bracketedPrimary -> in.expressions.operand(operand);
            case IASTUnaryExpression.op_star -> dereference(in.expressions.value(operand), span);
            case IASTUnaryExpression.op_amper -> address(in.expressions.operand(operand), span);
            case IASTUnaryExpression.op_plus, IASTUnaryExpression.op_minus, IASTUnaryExpression.op_tilde ->
                switch (in.expressions.valueOrVector(operand)) {
                    case Operand.Value value -> computed(operator, value, in.span(operand));
                    case Operand vector -> in.vectors.unary(operator, vector, span);
                };
            case IASTUnaryExpression.op_not ->
                in.conversions.truth(Expr.not(in.logic.truth(in.expressions.value(operand), span)));
            case IASTUnaryExpression.op_sizeof ->
                new Operand.Value(in.layouts.sizeType(), in.places.sizeOf(in.expressions.typeOf(operand), span));
            case IASTUnaryExpression.op_alignOf ->
                new Operand.Value(
                        in.layouts.sizeType(), in.sizeConstant(in.layouts.alignment(in.expressions.typeOf(operand))));
            case IASTUnaryExpression.op_labelReference -> new Operand.Value(CType.VOID_POINTER, label(operand, span));
            default -> throw CError.unsupported(span, "operator in " + node.getRawSignature());
        };
    }

    private Expr label(IASTExpression node, SourceSpan span) {
        if (!(node instanceof IASTIdExpression id) || in.body.isEmpty()) throw new CError(span, "&& needs a label");
        return in.body.get().addressOf(id.getName().toString(), span);
    }

    private Operand.Value computed(int operator, Operand.Value given, SourceSpan span) {
        in.conversions.refuse(given.type(), span);
        boolean integers = operator == IASTUnaryExpression.op_tilde;
        if (integers ? !given.type().isInteger() : !given.type().isArithmetic()) {
            String needed = integers ? "an integer" : "a number";
            throw new CError(span, needed + " is needed, not a value of type " + given.type());
        }
        Operand.Value value = in.conversions.promote(given);
        if (operator == IASTUnaryExpression.op_plus) return value;
        UnaryOp op = integers ? UnaryOp.COMPLEMENT : UnaryOp.NEGATE;
        return new Operand.Value(value.type(), in.fold.unary(op, value.expr()));
    }

    private Operand dereference(Operand.Value pointer, SourceSpan span) {
        if (!(pointer.type() instanceof CType.Pointer(var target))) {
            throw new CError(span, "* on a value of type " + pointer.type() + ", which is no pointer");
        }
        return in.expressions.pointed(target, pointer.expr());
    }

    private Operand address(Operand operand, SourceSpan span) {
        return switch (operand) {
            case Operand.Memory(var type, var address) -> {
                var pointer = new CType.Pointer(type);
                in.places.noteStream(address);
                yield new Operand.Value(pointer, in.fold.cast(in.ir(pointer), address));
            }
            case Operand.Designator(var type, var pointer) -> new Operand.Value(new CType.Pointer(type), pointer);
            case Operand.BitField _ -> throw new CError(span, "a bit-field has no address");
            case Operand.Register _, Operand.Value _ -> throw new CError(span, "a value has no address");
        };
    }

    // ---- binary ------------------------------------------------------------------------------------------------

    Operand binary(IASTBinaryExpression node) {
        int operator = node.getOperator();
        return switch (operator) {
            case IASTBinaryExpression.op_logicalAnd, IASTBinaryExpression.op_logicalOr -> in.logic.shortCircuit(node);
            case IASTBinaryExpression.op_assign -> in.assignments.assign(node);
            case IASTBinaryExpression.op_multiplyAssign,
                    IASTBinaryExpression.op_divideAssign,
                    IASTBinaryExpression.op_moduloAssign,
                    IASTBinaryExpression.op_plusAssign,
                    IASTBinaryExpression.op_minusAssign,
                    IASTBinaryExpression.op_shiftLeftAssign,
                    IASTBinaryExpression.op_shiftRightAssign,
                    IASTBinaryExpression.op_binaryAndAssign,
                    IASTBinaryExpression.op_binaryXorAssign,
                    IASTBinaryExpression.op_binaryOrAssign -> in.assignments.compound(node);
            default -> {
                Operand left = in.expressions.valueOrVector(node.getOperand1());
                Operand right = in.expressions.valueOrVector(node.getOperand2());
                yield applied(operator, left, right, in.span(node));
            }
        };
    }

    /** Applies a binary operator to values or vectors. */
    Operand applied(int operator, Operand left, Operand right, SourceSpan span) {
        return left instanceof Operand.Value a && right instanceof Operand.Value b
                ? apply(operator, a, b, span)
                : in.vectors.binary(operator, left, right, span);
    }

    /** Applies a binary operator, given by CDT's number. */
    Operand.Value apply(int operator, Operand.Value left, Operand.Value right, SourceSpan span) {
        in.conversions.refuse(left.type(), span);
        in.conversions.refuse(right.type(), span);
        return switch (operator) {
            case IASTBinaryExpression.op_plus -> sum(left, right, span);
            case IASTBinaryExpression.op_minus -> difference(left, right, span);
            case IASTBinaryExpression.op_multiply -> arithmetic(BinaryOp.MULTIPLY, left, right, span);
            case IASTBinaryExpression.op_divide -> arithmetic(BinaryOp.DIVIDE, left, right, span);
            case IASTBinaryExpression.op_modulo -> integers(BinaryOp.REMAINDER, left, right, span);
            case IASTBinaryExpression.op_binaryAnd -> integers(BinaryOp.AND, left, right, span);
            case IASTBinaryExpression.op_binaryOr -> integers(BinaryOp.OR, left, right, span);
            case IASTBinaryExpression.op_binaryXor -> integers(BinaryOp.XOR, left, right, span);
            case IASTBinaryExpression.op_shiftLeft -> shift(BinaryOp.SHIFT_LEFT, left, right, span);
            case IASTBinaryExpression.op_shiftRight -> shift(BinaryOp.SHIFT_RIGHT, left, right, span);
            case IASTBinaryExpression.op_equals -> compare(CompareOp.EQUAL, left, right, span);
            case IASTBinaryExpression.op_notequals -> compare(CompareOp.NOT_EQUAL, left, right, span);
            case IASTBinaryExpression.op_lessThan -> compare(CompareOp.LESS, left, right, span);
            case IASTBinaryExpression.op_lessEqual -> compare(CompareOp.LESS_OR_EQUAL, left, right, span);
            case IASTBinaryExpression.op_greaterThan -> compare(CompareOp.GREATER, left, right, span);
            case IASTBinaryExpression.op_greaterEqual -> compare(CompareOp.GREATER_OR_EQUAL, left, right, span);
            default -> throw CError.unsupported(span, "this operator");
        };
    }

    private Operand.Value sum(Operand.Value left, Operand.Value right, SourceSpan span) {
        if (left.type() instanceof CType.Pointer(var target) && right.type().isInteger()) {
            return new Operand.Value(left.type(), in.places.element(left.expr(), target, right.expr(), span));
        }
        if (right.type() instanceof CType.Pointer(var target) && left.type().isInteger()) {
            return new Operand.Value(right.type(), in.places.element(right.expr(), target, left.expr(), span));
        }
        return arithmetic(BinaryOp.ADD, left, right, span);
    }

    private Operand.Value difference(Operand.Value left, Operand.Value right, SourceSpan span) {
        if (!(left.type() instanceof CType.Pointer(var target))) {
            return arithmetic(BinaryOp.SUBTRACT, left, right, span);
        }
        Type.Int distance = in.layouts.model().distanceType();
        if (right.type().isInteger()) {
            Expr back = in.fold.unary(UnaryOp.NEGATE, in.fold.cast(distance, right.expr()));
            return new Operand.Value(left.type(), in.places.element(left.expr(), target, back, span));
        }
        if (!right.type().isPointer()) throw new CError(span, "a pointer minus a value of type " + right.type());
        Expr bytes = left.expr() instanceof Expr.Constant(var _, var a)
                        && right.expr() instanceof Expr.Constant(var _, var b)
                ? Expr.constant(distance, a - b)
                : new Expr.Distance(left.expr(), right.expr(), distance);
        Expr size = in.fold.cast(distance, in.places.sizeOf(target, span));
        boolean single = size instanceof Expr.Constant(var _, var one) && one == 1;
        return new Operand.Value(
                in.layouts.distanceType(), single ? bytes : in.fold.binary(BinaryOp.DIVIDE, bytes, size));
    }

    private Operand.Value arithmetic(BinaryOp op, Operand.Value left, Operand.Value right, SourceSpan span) {
        CType common = in.conversions.common(left.type(), right.type(), span);
        Expr a = in.conversions.expr(common, left.expr());
        Expr b = in.conversions.expr(common, right.expr());
        return new Operand.Value(common, in.fold.binary(op, a, b));
    }

    private Operand.Value integers(BinaryOp op, Operand.Value left, Operand.Value right, SourceSpan span) {
        if (!left.type().isInteger() || !right.type().isInteger()) {
            throw new CError(span, op.symbol() + " needs integers, not " + left.type() + " and " + right.type());
        }
        return arithmetic(op, left, right, span);
    }

    private Operand.Value shift(BinaryOp op, Operand.Value left, Operand.Value right, SourceSpan span) {
        if (!left.type().isInteger() || !right.type().isInteger()) {
            throw new CError(span, op.symbol() + " needs integers, not " + left.type() + " and " + right.type());
        }
        Operand.Value shifted = in.conversions.promote(left);
        Operand.Value count = in.conversions.promote(right);
        return new Operand.Value(shifted.type(), in.fold.binary(op, shifted.expr(), count.expr()));
    }

    private Operand.Value compare(CompareOp op, Operand.Value left, Operand.Value right, SourceSpan span) {
        CType a = left.type();
        CType b = right.type();
        if (a.isPointer() || b.isPointer()) {
            if (!a.isScalar() || !b.isScalar() || a instanceof CType.Floating || b instanceof CType.Floating) {
                throw new CError(span, "a comparison of " + a + " with " + b);
            }
            Type pointer = in.ir(a.isPointer() ? a : b);
            Expr x = a.isPointer() ? left.expr() : in.fold.cast(pointer, left.expr());
            Expr y = b.isPointer() ? right.expr() : in.fold.cast(pointer, right.expr());
            return in.conversions.truth(in.fold.compare(op, x, y));
        }
        CType common = in.conversions.common(a, b, span);
        return in.conversions.truth(in.fold.compare(
                op, in.conversions.expr(common, left.expr()), in.conversions.expr(common, right.expr())));
    }
}
