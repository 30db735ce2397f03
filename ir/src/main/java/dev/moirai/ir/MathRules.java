package dev.moirai.ir;

import java.util.List;
import java.util.function.Consumer;

/** What makes an expression over mathematical types well-formed, its operands apart. */
final class MathRules {
    private MathRules() {}

    static void check(Expr.Mathematical expr, Consumer<String> complain) {
        switch (expr) {
            case Expr.Number _, Expr.Ratio _, Expr.Bound _ -> {}
            case Expr.Element(var _, var number) -> {
                if (number < 0) complain.accept("element number " + number);
            }
            case Expr.Calculate(var op, var operands) -> {
                if (operands.size() != op.arity() || !fit(op, operands)) {
                    complain.accept(op.symbol() + " on "
                            + operands.stream().map(Expr::type).toList());
                }
            }
            case Expr.Bits(var _, var integer) -> same(complain, "bits of", integer.type(), Type.INTEGER);
            case Expr.Lookup(var map, var key) -> key(complain, map.type(), key);
            case Expr.Update(var map, var key, var value) -> {
                key(complain, map.type(), key);
                if (map.type() instanceof Type.Map(var _, var type)) same(complain, "value", value.type(), type);
            }
            case Expr.ForAll(var variable, var body) -> {
                same(complain, "quantified body", body.type(), Type.BOOL);
                if (!(variable.type() instanceof Type.Integer || variable.type() instanceof Type.Named))
                    complain.accept("quantifier over " + variable.type());
                if (!BoundVariables.isPiecewise(body)) complain.accept("quantifier that cannot be evaluated");
            }
            case Expr.Make(var type, var which, var parts) -> {
                List<Type> wanted = type.at(which).parts();
                if (!parts.stream().map(Expr::type).toList().equals(wanted))
                    complain.accept(type.at(which).name() + " of "
                            + parts.stream().map(Expr::type).toList());
            }
            case Expr.IsCase(var value, var _) -> variant(complain, value);
            case Expr.Part(var value, var _, var _) -> variant(complain, value);
            case Expr.Everywhere(var type, var value) -> same(complain, "value", value.type(), type.value());
            case Expr.Cell(var map, var key) -> {
                if (map.type() instanceof Type.Pointer(var target)) key(complain, target, key);
                else complain.accept("cell at address of type " + map.type());
            }
        }
    }

    private static boolean fit(Expr.MathOp op, List<Expr> operands) {
        Type type = operands.getFirst().type();
        return switch (op) {
            case NEGATE -> isNumber(type);
            case ADD, SUBTRACT, MULTIPLY, LESS, LESS_OR_EQUAL -> isNumber(type) && agree(operands);
            case QUOTIENT, REMAINDER -> type.equals(Type.INTEGER) && agree(operands);
            case DIVIDE -> type.equals(Type.REAL) && agree(operands);
            case FLOOR -> type.equals(Type.REAL);
            case REAL_OF -> type.equals(Type.INTEGER);
            case UNSIGNED, SIGNED -> type instanceof Type.Int;
            case EQUAL -> type instanceof Type.Mathematical && agree(operands);
        };
    }

    private static boolean isNumber(Type type) {
        return type.equals(Type.INTEGER) || type.equals(Type.REAL);
    }

    private static boolean agree(List<Expr> operands) {
        return operands.getFirst().type().equals(operands.getLast().type());
    }

    private static void key(Consumer<String> complain, Type map, Expr key) {
        if (map instanceof Type.Map(var type, var _)) same(complain, "key", key.type(), type);
        else complain.accept("key of a " + map);
    }

    private static void variant(Consumer<String> complain, Expr value) {
        if (!(value.type() instanceof Type.Variant)) complain.accept("a case of a " + value.type());
    }

    private static void same(Consumer<String> complain, String what, Type found, Type expected) {
        if (!found.equals(expected)) complain.accept(what + " is " + found + " where " + expected + " is expected");
    }
}
