package dev.moirai.interpret;

import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Turns expressions into nodes. Common integer operations have node classes of their own; the others use {@link
 * Arithmetic}.
 */
final class ExpressionCompiler {
    private final CompiledProgram program;
    private final CompiledFunction function;
    private final List<String> quantified = new ArrayList<>();

    ExpressionCompiler(CompiledProgram program, CompiledFunction function) {
        this.program = program;
        this.function = function;
    }

    /** Which of the quantifiers around has the variable, the outermost being 0. */
    int level(String variable) {
        int level = quantified.indexOf(variable);
        if (level < 0) throw new IllegalArgumentException("no quantifier of " + variable);
        return level;
    }

    /** Compiles what stands in a quantifier. */
    <T> T inside(String variable, IntFunction<T> part) {
        quantified.add(variable);
        try {
            return part.apply(quantified.size() - 1);
        } finally {
            quantified.removeLast();
        }
    }

    Node compile(Expr expr) {
        return switch (expr) {
            case Local local -> new Nodes.Slot(function.slot(local));
            case Expr.Constant(var type, var bits) ->
                new Nodes.Constant(type.isScalar() ? program.scalar(type).canonical(bits) : bits);
            case Expr.GlobalAddress(var global, var _) ->
                program.threadLocal(global).isPresent()
                        ? new Nodes.ThreadLocal(program.threadLocal(global).getAsInt())
                        : new Nodes.Constant(program.globalAddress(global));
            case Expr.FunctionAddress(var name) -> new Nodes.Constant(program.functionAddress(name));
            case Expr.Member(var pointer, var tag, var field, var _) ->
                moved(
                        compile(pointer),
                        program.program().layout(tag).fields().get(field).offset());
            case Expr.Index(var pointer, var element, var index, var _) -> index(pointer, element, index);
            case Expr.Distance(var left, var right, var type) ->
                new Nodes.Distance(compile(left), compile(right), program.scalar(type));
            case Expr.Unary e -> unary(e);
            case Expr.Binary e -> binary(e);
            case Expr.Compare(var op, var left, var right) -> compare(op, left.type(), compile(left), compile(right));
            case Expr.Cast(var type, var operand) -> cast(type, operand.type(), compile(operand));
            case Expr.Select(var condition, var whenTrue, var whenFalse) ->
                new Nodes.Select(compile(condition), compile(whenTrue), compile(whenFalse));
            case Expr.Mathematical e -> MathNodes.compile(e, this);
        };
    }

    private static Node moved(Node pointer, long offset) {
        return offset == 0 ? pointer : new Nodes.Moved(pointer, offset);
    }

    private Node index(Expr pointer, Type element, Expr index) {
        long size = program.sizes().of(element);
        if (index instanceof Expr.Constant(var _, var bits) && Math.abs(bits) < 1 << 20 && size < 1 << 20) {
            return moved(compile(pointer), bits * size);
        }
        return program.space().pageBits == 32
                ? new Nodes.Index(compile(pointer), compile(index), size)
                : new Nodes.NarrowIndex(compile(pointer), compile(index), size);
    }

    private Node unary(Expr.Unary e) {
        Node operand = compile(e.operand());
        return new Nodes.Unary(e.op(), e.type(), operand, watchesOverflow());
    }

    private boolean watchesOverflow() {
        return program.options().watches(Property.OVERFLOW);
    }

    private Node binary(Expr.Binary e) {
        Node left = compile(e.left());
        Node right = compile(e.right());
        if (!(e.type() instanceof Type.Int type)) return new Nodes.Binary(e.op(), e.type(), left, right, false);
        boolean canOverflow = type.signed() || e.op().isShift();
        boolean bitwise = e.op() == BinaryOp.AND || e.op() == BinaryOp.OR || e.op() == BinaryOp.XOR;
        if (canOverflow && watchesOverflow() && !bitwise) return new Nodes.Binary(e.op(), type, left, right, true);
        Scalar scalar = program.scalar(type);
        return switch (e.op()) {
            case ADD -> new Nodes.Add(left, right, scalar);
            case SUBTRACT -> new Nodes.Subtract(left, right, scalar);
            case MULTIPLY -> new Nodes.Multiply(left, right, scalar);
            case AND -> new Nodes.And(left, right);
            case OR -> new Nodes.Or(left, right);
            case XOR -> new Nodes.Xor(left, right);
            case DIVIDE, REMAINDER, SHIFT_LEFT, SHIFT_RIGHT -> new Nodes.Binary(e.op(), type, left, right, false);
        };
    }

    private static Node compare(Expr.CompareOp op, Type type, Node left, Node right) {
        if (type instanceof Type.Float) return new Nodes.Compare(op, type, left, right);
        boolean signed = type instanceof Type.Int(var _, var s) && s;
        return switch (op) {
            case EQUAL -> new Nodes.Equal(left, right);
            case NOT_EQUAL -> new Nodes.NotEqual(left, right);
            // Values narrower than 64 bits are canonical, so a signed and an unsigned comparison of them agree.
            case LESS -> signed ? new Nodes.Less(left, right) : new Nodes.Below(left, right);
            case LESS_OR_EQUAL ->
                signed ? new Nodes.LessOrEqual(left, right) : new Nodes.Compare(op, type, left, right);
            case GREATER -> signed ? new Nodes.Less(right, left) : new Nodes.Below(right, left);
            case GREATER_OR_EQUAL ->
                signed ? new Nodes.LessOrEqual(right, left) : new Nodes.Compare(op, type, left, right);
        };
    }

    private Node cast(Type to, Type from, Node operand) {
        if (to instanceof Type.Void) return operand;
        Scalar scalar = program.scalar(to);
        if (from instanceof Type.Float || to instanceof Type.Float) return new Nodes.FloatCast(operand, from, scalar);
        return new Nodes.Narrow(operand, scalar);
    }
}
