package dev.moirai.frontend.boogie;

import java.util.List;
import java.util.stream.Collectors;

/** Expressions as text, for messages and to tell whether two say the same. */
final class BoogieText {
    private BoogieText() {}

    static String of(BoogieExpr expr) {
        return switch (expr) {
            case BoogieExpr.Truth(var value, var _) -> String.valueOf(value);
            case BoogieExpr.Whole(var value, var _) -> value.toString();
            case BoogieExpr.Decimal(var value, var _) -> value.toPlainString();
            case BoogieExpr.Bits(var value, var width, var _) -> value + "bv" + width;
            case BoogieExpr.Name(var name, var _) -> name;
            case BoogieExpr.Unary(var op, var operand, var _) -> op.symbol() + inner(operand);
            case BoogieExpr.Binary(var op, var left, var right, var _) ->
                inner(left) + " " + op.symbol() + " " + inner(right);
            case BoogieExpr.Apply(var function, var arguments, var _) -> function + "(" + list(arguments) + ")";
            case BoogieExpr.Convert(var toInt, var operand, var _) -> (toInt ? "int(" : "real(") + of(operand) + ")";
            case BoogieExpr.Cell(var map, var indices, var _) -> inner(map) + "[" + list(indices) + "]";
            case BoogieExpr.Updated(var map, var indices, var value, var _) ->
                inner(map) + "[" + list(indices) + " := " + of(value) + "]";
            case BoogieExpr.Extract(var bits, var high, var low, var _) -> inner(bits) + "[" + high + ":" + low + "]";
            case BoogieExpr.IfThenElse(var condition, var whenTrue, var whenFalse, var _) ->
                "if " + of(condition) + " then " + of(whenTrue) + " else " + of(whenFalse);
            case BoogieExpr.Quantified q ->
                "(" + q.quantifier().name().toLowerCase(java.util.Locale.ROOT) + " "
                        + q.variables().stream()
                                .map(v -> v.name() + ": " + of(v.type()))
                                .collect(Collectors.joining(", "))
                        + " :: " + of(q.body()) + ")";
            case BoogieExpr.Let(var variables, var values, var body, var _) ->
                "(var "
                        + variables.stream().map(BoogieVariable::name).collect(Collectors.joining(", "))
                        + " := " + list(values) + "; " + of(body) + ")";
            case BoogieExpr.Old(var operand, var _) -> "old(" + of(operand) + ")";
            case BoogieExpr.Typed(var operand, var type, var _) -> inner(operand) + " : " + of(type);
            case BoogieExpr.IsMade(var operand, var constructor, var _) -> inner(operand) + " is " + constructor;
            case BoogieExpr.Field(var operand, var field, var _) -> inner(operand) + "->" + field;
            case BoogieExpr.WithField(var operand, var field, var value, var _) ->
                inner(operand) + "->(" + field + " := " + of(value) + ")";
            case BoogieExpr.Code code -> "|{ code of line " + code.span().line() + " }|";
        };
    }

    private static String inner(BoogieExpr expr) {
        return switch (expr) {
            case BoogieExpr.Binary _, BoogieExpr.IfThenElse _, BoogieExpr.Typed _, BoogieExpr.IsMade _ ->
                "(" + of(expr) + ")";
            default -> of(expr);
        };
    }

    private static String list(List<BoogieExpr> exprs) {
        return exprs.stream().map(BoogieText::of).collect(Collectors.joining(", "));
    }

    static String of(TypeText type) {
        return switch (type) {
            case TypeText.Named(var name, var arguments, var _) ->
                name + arguments.stream().map(a -> " " + of(a)).collect(Collectors.joining());
            case TypeText.MapOf(var _, var keys, var value, var _) ->
                keys.stream().map(BoogieText::of).collect(Collectors.joining(", ", "[", "]")) + of(value);
        };
    }
}
