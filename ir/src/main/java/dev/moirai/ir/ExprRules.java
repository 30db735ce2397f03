package dev.moirai.ir;

import java.util.Optional;
import java.util.function.Consumer;

/** What makes an expression well-formed. That locals belong to their function is checked by {@link FunctionRules}. */
final class ExprRules {
    private final Program program;

    ExprRules(Program program) {
        this.program = program;
    }

    /** Whether two types agree: they are equal, or both are pointers. */
    static boolean agree(Type a, Type b) {
        return a.equals(b) || (a instanceof Type.Pointer && b instanceof Type.Pointer);
    }

    static boolean isPointer(Expr expr) {
        return expr.type() instanceof Type.Pointer;
    }

    static boolean isInteger(Expr expr) {
        return expr.type() instanceof Type.Int;
    }

    /** Why the type has no known size; nothing if it has one. */
    Optional<String> sized(Type type) {
        return switch (type) {
            case Type.Struct(var tag)
            when !program.layouts().containsKey(tag) -> Optional.of(" has type struct " + tag + " without a layout");
            case Type.Array(var element, var _) -> sized(element);
            case Type.Void _ -> Optional.of(" has type void");
            case Type.Int _,
                    Type.Float _,
                    Type.Pointer _,
                    Type.Struct _,
                    Type.Code _,
                    Type.Opaque _,
                    Type.Mathematical _ -> Optional.empty();
        };
    }

    void check(Expr expr, Consumer<String> complain) {
        switch (expr) {
            case Local _ -> {}
            case Expr.Constant(var type, var bits) -> {
                if (!type.isScalar() || type instanceof Type.Mathematical) complain.accept("constant of type " + type);
                else if (Arithmetic.normalize(type, bits) != bits) {
                    complain.accept("constant " + bits + " is not in the form of type " + type);
                }
            }
            case Expr.GlobalAddress(var global, var type) -> {
                if (!program.globals().containsKey(global)) complain.accept("unknown global " + global);
                pointerType(type, expr, complain);
            }
            case Expr.FunctionAddress(var function) -> {
                if (!program.functions().containsKey(function)) complain.accept("unknown function " + function);
            }
            case Expr.Member(var pointer, var tag, var field, var type) -> {
                Layout layout = program.layouts().get(tag);
                if (layout == null) complain.accept("unknown layout " + tag);
                else if (field < 0 || field >= layout.fields().size()) {
                    complain.accept("layout " + tag + " has no field " + field);
                }
                pointer(pointer, complain);
                pointerType(type, expr, complain);
            }
            case Expr.Index(var pointer, var element, var index, var type) -> {
                if (!(element instanceof Type.Void)) {
                    sized(element).ifPresent(why -> complain.accept("element" + why));
                }
                pointer(pointer, complain);
                if (!isInteger(index)) complain.accept("index of type " + index.type());
                check(index, complain);
                pointerType(type, expr, complain);
            }
            case Expr.Distance(var left, var right, var type) -> {
                pointer(left, complain);
                pointer(right, complain);
                if (!(type instanceof Type.Int)) complain.accept("distance of type " + type);
            }
            case Expr.Unary(var op, var operand) -> {
                boolean fits =
                        isInteger(operand) || (op == Expr.UnaryOp.NEGATE && operand.type() instanceof Type.Float);
                if (!fits) complain.accept(op.symbol() + " on " + operand.type());
                check(operand, complain);
            }
            case Expr.Binary(var op, var left, var right) -> {
                if (!operandsFit(op, left, right)) {
                    complain.accept(left.type() + " " + op.symbol() + " " + right.type());
                }
                check(left, complain);
                check(right, complain);
            }
            case Expr.Compare(var op, var left, var right) -> {
                if (!agree(left.type(), right.type())
                        || !left.type().isScalar()
                        || left.type() instanceof Type.Mathematical) {
                    complain.accept(left.type() + " " + op.symbol() + " " + right.type());
                }
                check(left, complain);
                check(right, complain);
            }
            case Expr.Cast(var type, var operand) -> {
                if (!castable(operand.type(), type)) complain.accept("cast from " + operand.type() + " to " + type);
                check(operand, complain);
            }
            case Expr.Select(var condition, var whenTrue, var whenFalse) -> {
                if (!condition.type().equals(Type.BOOL)) complain.accept("selection on " + condition.type());
                if (!agree(whenTrue.type(), whenFalse.type())) {
                    complain.accept("selection between " + whenTrue.type() + " and " + whenFalse.type());
                }
                check(condition, complain);
                check(whenTrue, complain);
                check(whenFalse, complain);
            }
            case Expr.Mathematical e -> {
                MathRules.check(e, complain);
                Operands.forEachChild(e, child -> check(child, complain));
            }
        }
    }

    private void pointer(Expr expr, Consumer<String> complain) {
        if (!isPointer(expr)) complain.accept("address of type " + expr.type());
        check(expr, complain);
    }

    private static void pointerType(Type type, Expr expr, Consumer<String> complain) {
        if (!(type instanceof Type.Pointer)) {
            complain.accept(expr.getClass().getSimpleName() + " of type " + type + ", not a pointer");
        }
    }

    private static boolean operandsFit(Expr.BinaryOp op, Expr left, Expr right) {
        if (op.isShift()) return isInteger(left) && isInteger(right);
        if (!left.type().equals(right.type())) return false;
        return switch (op) {
            case ADD, SUBTRACT, MULTIPLY, DIVIDE -> isInteger(left) || left.type() instanceof Type.Float;
            default -> isInteger(left);
        };
    }

    private boolean castable(Type from, Type to) {
        if (!from.isScalar() || !to.isScalar()) return false;
        if (from instanceof Type.Mathematical || to instanceof Type.Mathematical) return false;
        if (from instanceof Type.Pointer) return to instanceof Type.Pointer || isAddressWide(to);
        return !(to instanceof Type.Pointer) || isAddressWide(from);
    }

    private boolean isAddressWide(Type type) {
        return type instanceof Type.Int(var width, var _)
                && width == program.model().pointerBytes() * 8;
    }
}
