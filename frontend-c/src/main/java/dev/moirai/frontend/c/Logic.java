package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.function.Supplier;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;

/** Operators that choose which operand is evaluated: conditions, {@code &&}, {@code ||}, {@code ?:}. */
final class Logic {
    private final Translation in;

    Logic(Translation in) {
        this.in = in;
    }

    Expr truth(Operand.Value value, SourceSpan span) {
        in.conversions.refuse(value.type(), span);
        if (!value.type().isScalar()) throw new CError(span, "a value of type " + value.type() + " as a condition");
        return in.fold.truth(value.expr());
    }

    Expr condition(IASTExpression node) {
        return truth(in.expressions.value(node), in.span(node));
    }

    /** Jumps to one label or the other. */
    void branch(IASTExpression node, String whenTrue, String whenFalse) {
        SourceSpan span = in.span(node);
        switch (node) {
            case IASTUnaryExpression unary
            when unary.getOperator() == IASTUnaryExpression.op_bracketedPrimary ->
                branch(unary.getOperand(), whenTrue, whenFalse);
            case IASTUnaryExpression unary
            when unary.getOperator() == IASTUnaryExpression.op_not -> branch(unary.getOperand(), whenFalse, whenTrue);
            case IASTBinaryExpression binary
            when binary.getOperator() == IASTBinaryExpression.op_logicalAnd -> {
                String right = in.writer.label("and");
                branch(binary.getOperand1(), right, whenFalse);
                in.writer.land(right, in.span(binary.getOperand2()));
                branch(binary.getOperand2(), whenTrue, whenFalse);
            }
            case IASTBinaryExpression binary
            when binary.getOperator() == IASTBinaryExpression.op_logicalOr -> {
                String right = in.writer.label("or");
                branch(binary.getOperand1(), whenTrue, right);
                in.writer.land(right, in.span(binary.getOperand2()));
                branch(binary.getOperand2(), whenTrue, whenFalse);
            }
            default -> in.writer.branch(condition(node), whenTrue, whenFalse, span);
        }
    }

    Operand shortCircuit(IASTBinaryExpression node) {
        boolean and = node.getOperator() == IASTBinaryExpression.op_logicalAnd;
        SourceSpan span = in.span(node);
        String more = in.writer.label(and ? "and" : "or");
        String known = in.writer.label("known");
        if (jumps(node.getOperand1(), and ? more : known, and ? known : more)) {
            in.writer.land(more, in.span(node.getOperand2()));
            return decided(and, condition(node.getOperand2()), known, span);
        }
        Expr left = condition(node.getOperand1());
        if (left instanceof Expr.Constant(var _, var bits)) {
            if ((bits != 0) == and) return in.conversions.truth(condition(node.getOperand2()));
            return in.conversions.truth(left);
        }
        FunctionWriter.Mark start = in.writer.mark();
        if (in.writer.isConstant() && !in.writer.isDryRun()) {
            return in.conversions.truth(chosen(and, left, condition(node.getOperand2())));
        }
        in.writer.branch(left, and ? more : known, and ? known : more, span);
        in.writer.land(more, in.span(node.getOperand2()));
        FunctionWriter.Mark right = in.writer.mark();
        Expr second = condition(node.getOperand2());
        if (in.writer.nothingSince(right)) {
            in.writer.returnTo(start);
            return in.conversions.truth(chosen(and, left, second));
        }
        return decided(and, second, known, span);
    }

    /** The second operand, or what is known without it. */
    private Operand decided(boolean and, Expr second, String known, SourceSpan span) {
        String end = in.writer.label("end");
        Local result = in.writer.temporary(Type.BOOL);
        in.writer.emit(new Instr.Assign(result, second, span));
        in.writer.jump(end, span);
        in.writer.land(known, span);
        in.writer.emit(new Instr.Assign(result, and ? Expr.FALSE : Expr.TRUE, span));
        in.writer.land(end, span);
        return in.conversions.truth(result);
    }

    /**
     * Jumps as {@link #branch} does if the condition is put together from others and takes steps of its own, so that its value
     * need not be kept in between; else does nothing, as it is then an expression.
     */
    private boolean jumps(IASTExpression condition, String whenTrue, String whenFalse) {
        if (in.writer.isConstant() || !isConnective(condition)) return false;
        FunctionWriter.Mark before = in.writer.mark();
        branch(condition, whenTrue, whenFalse);
        if (!in.writer.onlyJumpsSince(before)) return true;
        in.writer.returnTo(before);
        return false;
    }

    private static boolean isConnective(IASTExpression node) {
        return switch (node) {
            case IASTUnaryExpression unary
            when unary.getOperator() == IASTUnaryExpression.op_bracketedPrimary
                    || unary.getOperator() == IASTUnaryExpression.op_not -> isConnective(unary.getOperand());
            case IASTBinaryExpression binary ->
                binary.getOperator() == IASTBinaryExpression.op_logicalAnd
                        || binary.getOperator() == IASTBinaryExpression.op_logicalOr;
            default -> false;
        };
    }

    private Expr chosen(boolean and, Expr left, Expr right) {
        return and ? in.fold.select(left, right, Expr.FALSE) : in.fold.select(left, Expr.TRUE, right);
    }

    // ---- the conditional operator ------------------------------------------------------------------------------

    void conditionalEffect(IASTConditionalExpression node) {
        SourceSpan span = in.span(node);
        if (node.getPositiveResultExpression() == null) {
            conditional(node);
            return;
        }
        String whenTrue = in.writer.label("then");
        String whenFalse = in.writer.label("else");
        String end = in.writer.label("end");
        branch(node.getLogicalConditionExpression(), whenTrue, whenFalse);
        in.writer.land(whenTrue, span);
        in.expressions.effect(node.getPositiveResultExpression());
        in.writer.jump(end, span);
        in.writer.land(whenFalse, span);
        in.expressions.effect(node.getNegativeResultExpression());
        in.writer.land(end, span);
    }

    Operand conditional(IASTConditionalExpression node) {
        SourceSpan span = in.span(node);
        IASTExpression positive = node.getPositiveResultExpression();
        if (positive != null) {
            String thenLabel = in.writer.label("then");
            String elseLabel = in.writer.label("else");
            if (jumps(node.getLogicalConditionExpression(), thenLabel, elseLabel)) {
                return joined(
                        sides(
                                thenLabel,
                                () -> side(positive),
                                elseLabel,
                                () -> side(node.getNegativeResultExpression()),
                                span),
                        span);
            }
        }
        Operand.Value tested = in.expressions.value(node.getLogicalConditionExpression());
        if (positive == null) {
            // GNU's a ?: b evaluates a once.
            tested = new Operand.Value(tested.type(), in.writer.settle(tested.expr(), span));
        }
        Operand.Value first = tested;
        Supplier<Operand> whenTrue = positive == null ? () -> first : () -> side(positive);
        Supplier<Operand> whenFalse = () -> side(node.getNegativeResultExpression());
        Expr condition = truth(tested, span);
        if (condition instanceof Expr.Constant(var _, var bits)) {
            Operand chosen = (bits != 0 ? whenTrue : whenFalse).get();
            CType other = typeOf(bits != 0 ? whenFalse : whenTrue);
            return converted(chosen, resultType(chosen, other, isNullConstant(chosen), false, span));
        }
        if (in.writer.isConstant() && !in.writer.isDryRun()) {
            return select(condition, whenTrue.get(), whenFalse.get(), span);
        }
        return branching(condition, whenTrue, whenFalse, span);
    }

    private Operand side(IASTExpression node) {
        Operand operand = in.expressions.operand(node);
        return FunctionBody.isAggregate(operand.type()) ? operand : in.places.read(operand, in.span(node));
    }

    private CType typeOf(Supplier<Operand> side) {
        FunctionWriter.Mark mark = in.writer.mark();
        in.writer.beginDryRun();
        try {
            return side.get().type();
        } finally {
            in.writer.endDryRun();
            in.writer.returnTo(mark);
        }
    }

    private Operand branching(
            Expr condition, Supplier<Operand> whenTrue, Supplier<Operand> whenFalse, SourceSpan span) {
        FunctionWriter.Mark start = in.writer.mark();
        String thenLabel = in.writer.label("then");
        String elseLabel = in.writer.label("else");
        in.writer.branch(condition, thenLabel, elseLabel, span);
        Sides sides = sides(thenLabel, whenTrue, elseLabel, whenFalse, span);
        if (sides.pure()) {
            in.writer.returnTo(start);
            return select(condition, sides.a(), sides.b(), span);
        }
        return joined(sides, span);
    }

    /**
     * Both sides, one after the other, as far as before they meet.
     *
     * @param blank where the first side's result is to be kept, if it gets there
     */
    private record Sides(Operand a, Operand b, boolean pure, boolean aReturns, int blank, String end) {}

    private Sides sides(
            String thenLabel,
            Supplier<Operand> whenTrue,
            String elseLabel,
            Supplier<Operand> whenFalse,
            SourceSpan span) {
        String end = in.writer.label("end");
        in.writer.land(thenLabel, span);
        FunctionWriter.Mark atTrue = in.writer.mark();
        Operand a = whenTrue.get();
        boolean pure = in.writer.nothingSince(atTrue);
        boolean aReturns = in.writer.isReachable();
        int blank = in.writer.leaveBlank();
        in.writer.jump(end, span);
        in.writer.land(elseLabel, span);
        FunctionWriter.Mark atFalse = in.writer.mark();
        Operand b = whenFalse.get();
        return new Sides(a, b, pure && in.writer.nothingSince(atFalse), aReturns, blank, end);
    }

    private Operand joined(Sides sides, SourceSpan span) {
        Operand a = sides.a();
        Operand b = sides.b();
        CType type = resultType(a, b.type(), isNullConstant(a), isNullConstant(b), span);
        if (type instanceof CType.Void) {
            in.writer.land(sides.end(), span);
            return LValues.nothing();
        }
        boolean scalar = type.isScalar();
        Local result = in.writer.temporary(scalar ? in.ir(type) : in.layouts.pointerTo(type));
        Instr assignA = new Instr.Assign(result, held(a, type), span);
        if (sides.aReturns()) in.writer.fillIn(sides.blank(), assignA);
        in.writer.emit(new Instr.Assign(result, held(b, type), span));
        in.writer.land(sides.end(), span);
        return scalar ? new Operand.Value(type, result) : new Operand.Memory(type, result);
    }

    private Expr held(Operand side, CType type) {
        return switch (side) {
            case Operand.Value value -> in.conversions.expr(type, value.expr());
            case Operand.Memory(var _, var address) -> address;
            case Operand.Register _, Operand.BitField _, Operand.Designator _ ->
                throw new IllegalStateException("unread " + side);
        };
    }

    private Operand select(Expr condition, Operand a, Operand b, SourceSpan span) {
        CType type = resultType(a, b.type(), isNullConstant(a), isNullConstant(b), span);
        if (type instanceof CType.Void) return LValues.nothing();
        Expr chosen = in.fold.select(condition, held(a, type), held(b, type));
        return type.isScalar() ? new Operand.Value(type, chosen) : new Operand.Memory(type, chosen);
    }

    private Operand converted(Operand operand, CType type) {
        if (type instanceof CType.Void) return LValues.nothing();
        return operand instanceof Operand.Value value && type.isScalar() ? in.conversions.to(type, value) : operand;
    }

    private static boolean isNullConstant(Operand operand) {
        return operand instanceof Operand.Value(var type, var expr)
                && expr instanceof Expr.Constant(var _, var bits)
                && bits == 0
                && (type.isInteger() || type.equals(CType.VOID_POINTER));
    }

    /** The common pointer type: void if one target is void, and {@code const} if one is (C11 6.5.15). */
    private static CType either(CType a, CType aTarget, CType b, CType bTarget) {
        CType target = a.isVoidPointer() || !b.isVoidPointer() ? aTarget : bTarget;
        return new CType.Pointer(CType.qualifiedLike(aTarget, CType.qualifiedLike(bTarget, target)));
    }

    private CType resultType(Operand a, CType b, boolean aIsNull, boolean bIsNull, SourceSpan span) {
        CType x = a.type().plain();
        CType y = b.plain();
        if (x instanceof CType.Void || y instanceof CType.Void) return CType.VOID;
        if (x.isArithmetic() && y.isArithmetic()) return in.conversions.common(x, y, span);
        if (x.isPointer() && (!y.isPointer() || bIsNull)) return x;
        if (y.isPointer() && (!x.isPointer() || aIsNull)) return y;
        if (x instanceof CType.Pointer(var a1) && y instanceof CType.Pointer(var b1)) return either(x, a1, y, b1);
        if (x.equals(y)) return x;
        throw new CError(span, "a choice between " + x + " and " + y);
    }
}
