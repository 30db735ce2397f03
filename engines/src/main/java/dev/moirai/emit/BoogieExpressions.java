package dev.moirai.emit;

import dev.moirai.bound.Unencodable;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.math.BigInteger;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Expressions in Boogie. Operations on bit-vectors are the prover's, declared as they are used. An address as a value is a number, by which
 * nothing is reached.
 */
final class BoogieExpressions {
    private final Program source;
    private final BoogieTypes types;
    private final BoogieNames names;
    private final BoogieAddresses addresses;
    private final Set<String> functions = new LinkedHashSet<>();
    private SourceSpan span = SourceSpan.NOWHERE;
    private Function<Local, String> locals = Local::name;

    BoogieExpressions(Program source, Map<String, Global> globals, BoogieTypes types, BoogieNames names) {
        this.source = source;
        this.types = types;
        this.names = names;
        addresses = new BoogieAddresses(source, globals);
    }

    /** Where the next expressions stand, and how their locals are written. */
    void at(SourceSpan place, Function<Local, String> localNames) {
        span = place;
        locals = localNames;
    }

    Set<String> functions() {
        return functions;
    }

    SourceSpan span() {
        return span;
    }

    Unencodable refused(String what) {
        return new Unencodable(what + " in Boogie", span);
    }

    // ---- values ------------------------------------------------------------------------------------------------

    String of(Expr expr) {
        return switch (expr) {
            case Local local -> locals.apply(local);
            case Expr.Constant(var type, var bits) -> constant(type, bits);
            case Expr.Unary(var op, var operand) -> unary(op, operand);
            case Expr.Binary(var op, var left, var right) -> binary(op, left, right);
            case Expr.Compare(var op, var left, var right) -> compare(op, left, right);
            case Expr.Cast(var type, var operand) -> cast(type, operand);
            case Expr.Select(var condition, var whenTrue, var whenFalse) ->
                "(if " + of(condition) + " then " + of(whenTrue) + " else " + of(whenFalse) + ")";
            case Expr.GlobalAddress(var name, var _) ->
                addresses.of(name).orElseThrow(() -> refused("so many addresses"));
            case Expr.Member(var pointer, var tag, var field, var _) ->
                moved(
                        pointer,
                        Expr.constant(Type.I64, 1),
                        source.layout(tag).fields().get(field).offset());
            case Expr.Index(var pointer, var element, var index, var _) ->
                moved(pointer, index, source.sizes().of(element));
            case Expr.FunctionAddress _ -> throw refused("a function's address as a value");
            case Expr.Distance _, Expr.Cell _ -> throw refused("an address as a value");
            case Expr.Number(var value) -> value.signum() < 0 ? "(" + value + ")" : value.toString();
            case Expr.Ratio(var numerator, var denominator) -> "(" + numerator + ".0 / " + denominator + ".0)";
            case Expr.Element(var type, var number) -> types.element(type, number);
            case Expr.Calculate(var op, var operands) -> calculation(op, operands);
            case Expr.Bits(var type, var integer) -> bits(type, of(integer));
            case Expr.Lookup(var map, var key) -> of(map) + "[" + of(key) + "]";
            case Expr.Update(var map, var key, var value) -> of(map) + "[" + of(key) + " := " + of(value) + "]";
            case Expr.Make(var type, var which, var parts) -> {
                types.of(type, span);
                yield types.constructor(type, which)
                        + parts.stream().map(this::of).collect(Collectors.joining(", ", "(", ")"));
            }
            case Expr.IsCase(var value, var which) ->
                "(" + of(value) + " is " + types.constructor((Type.Variant) value.type(), which) + ")";
            case Expr.Part(var value, var which, var part) -> part(value, which, part);
            case Expr.Bound(var name, var _) -> names.of("bound variable", name);
            case Expr.ForAll(var variable, var body) ->
                "(forall " + of(variable) + ": " + types.of(variable.type(), span) + " :: " + of(body) + ")";
            case Expr.Everywhere(var type, var value) ->
                "(lambda k: " + types.of(type.key(), span) + " :: " + of(value) + ")";
        };
    }

    /** An address as a number: it can be compared, but nothing is reached by it. */
    private String moved(Expr pointer, Expr steps, long bytes) {
        Expr distance =
                new Expr.Binary(Expr.BinaryOp.MULTIPLY, new Expr.Cast(Type.I64, steps), Expr.constant(Type.I64, bytes));
        return operation("bvadd", pointer.type(), "", of(pointer), of(distance));
    }

    private String part(Expr value, int which, int part) {
        var type = (Type.Variant) value.type();
        String text = of(value);
        return "(if " + text + " is " + types.constructor(type, which) + " then " + text + "->"
                + types.part(type, which, part) + " else "
                + types.zero(type.at(which).parts().get(part), span) + ")";
    }

    static int width(Type type) {
        return type instanceof Type.Int(var width, var _) ? width : BoogieTypes.ADDRESS;
    }

    private static boolean isSigned(Type type) {
        return type instanceof Type.Int(var _, var signed) && signed;
    }

    private String constant(Type type, long bits) {
        if (type instanceof Type.Float) throw refused("floating-point numbers");
        int width = width(type);
        if (width == 1) return bits == 0 ? "false" : "true";
        BigInteger value = BigInteger.valueOf(bits);
        if (value.signum() < 0) value = value.add(BigInteger.ONE.shiftLeft(Math.max(width, 64)));
        return value.mod(BigInteger.ONE.shiftLeft(width)) + "bv" + width;
    }

    private String function(String builtin, String wanted, String parameters, String result) {
        String name = names.of("function", wanted);
        functions.add(
                "function {:bvbuiltin \"" + builtin + "\"} " + name + "(" + parameters + ") returns (" + result + ");");
        return name;
    }

    private String operation(String builtin, Type type, String result, String... operands) {
        String bits = "bv" + width(type);
        String parameters = operands.length == 1 ? "a: " + bits : "a: " + bits + ", b: " + bits;
        String name =
                function(builtin, "$" + builtin + "." + width(type), parameters, result.isEmpty() ? bits : result);
        return name + "(" + String.join(", ", operands) + ")";
    }

    private String unary(Expr.UnaryOp op, Expr operand) {
        if (width(operand.type()) == 1) return "(!" + of(operand) + ")";
        return operation(op == Expr.UnaryOp.COMPLEMENT ? "bvnot" : "bvneg", operand.type(), "", of(operand));
    }

    private String binary(Expr.BinaryOp op, Expr left, Expr right) {
        Type type = left.type();
        if (type instanceof Type.Float) throw refused("floating-point numbers");
        if (width(type) == 1) {
            return switch (op) {
                case AND, MULTIPLY -> "(" + of(left) + " && " + of(right) + ")";
                case OR -> "(" + of(left) + " || " + of(right) + ")";
                case XOR, ADD, SUBTRACT -> "(" + of(left) + " != " + of(right) + ")";
                case DIVIDE, REMAINDER, SHIFT_LEFT, SHIFT_RIGHT -> throw refused(op.symbol() + " of single bits");
            };
        }
        boolean signed = isSigned(type);
        String builtin = switch (op) {
            case ADD -> "bvadd";
            case SUBTRACT -> "bvsub";
            case MULTIPLY -> "bvmul";
            case DIVIDE -> signed ? "bvsdiv" : "bvudiv";
            case REMAINDER -> signed ? "bvsrem" : "bvurem";
            case AND -> "bvand";
            case OR -> "bvor";
            case XOR -> "bvxor";
            case SHIFT_LEFT -> "bvshl";
            case SHIFT_RIGHT -> signed ? "bvashr" : "bvlshr";
        };
        Expr second = op.isShift() && width(right.type()) != width(type) ? new Expr.Cast(type, right) : right;
        return operation(builtin, type, "", of(left), of(second));
    }

    private String compare(Expr.CompareOp op, Expr left, Expr right) {
        String a = of(left);
        String b = of(right);
        return switch (op) {
            case EQUAL -> "(" + a + " == " + b + ")";
            case NOT_EQUAL -> "(" + a + " != " + b + ")";
            case LESS -> less(left.type(), a, b, false);
            case LESS_OR_EQUAL -> less(left.type(), a, b, true);
            case GREATER -> less(left.type(), b, a, false);
            case GREATER_OR_EQUAL -> less(left.type(), b, a, true);
        };
    }

    private String less(Type type, String a, String b, boolean orEqual) {
        if (type instanceof Type.Float) throw refused("floating-point numbers");
        if (width(type) == 1) return orEqual ? "(" + a + " ==> " + b + ")" : "(!" + a + " && " + b + ")";
        String builtin = (isSigned(type) ? "bvs" : "bvu") + (orEqual ? "le" : "lt");
        return operation(builtin, type, "bool", a, b);
    }

    private String cast(Type to, Expr operand) {
        Type from = operand.type();
        if (from instanceof Type.Float || to instanceof Type.Float) throw refused("floating-point numbers");
        String text = of(operand);
        int wide = width(to);
        int narrow = width(from);
        if (wide == narrow) return text;
        if (narrow == 1) {
            String one = isSigned(from) ? constant(to, -1) : "1bv" + wide;
            return "(if " + text + " then " + one + " else 0bv" + wide + ")";
        }
        if (wide == 1) return "(" + text + " != 0bv" + narrow + ")";
        if (wide < narrow) return text + "[" + wide + ":0]";
        int more = wide - narrow;
        if (!isSigned(from)) return "(0bv" + more + " ++ " + text + ")";
        String name = function(
                "(_ sign_extend " + more + ")", "$sign_extend." + narrow + "." + wide, "a: bv" + narrow, "bv" + wide);
        return name + "(" + text + ")";
    }

    private String bits(Type.Int type, String integer) {
        if (type.width() == 1) return "(" + integer + " mod 2 != 0)";
        String name =
                function("(_ int2bv " + type.width() + ")", "$int2bv." + type.width(), "a: int", "bv" + type.width());
        return name + "(" + integer + ")";
    }

    private String calculation(Expr.MathOp op, List<Expr> operands) {
        Expr first = operands.getFirst();
        String a = of(first);
        return switch (op) {
            case NEGATE -> "(-" + a + ")";
            case FLOOR -> "int(" + a + ")";
            case REAL_OF -> "real(" + a + ")";
            case UNSIGNED -> number(first.type(), a);
            case SIGNED -> {
                int width = width(first.type());
                if (width == 1) yield "(if " + a + " then -1 else 0)";
                String half = BigInteger.ONE.shiftLeft(width - 1) + "bv" + width;
                String whole = number(first.type(), a);
                yield "(if " + operation("bvule", first.type(), "bool", half, a) + " then " + whole + " - "
                        + BigInteger.ONE.shiftLeft(width) + " else " + whole + ")";
            }
            case ADD, SUBTRACT, MULTIPLY, QUOTIENT, REMAINDER, DIVIDE, EQUAL, LESS, LESS_OR_EQUAL ->
                "(" + a + " " + op.symbol() + " " + of(operands.getLast()) + ")";
        };
    }

    private String number(Type type, String bits) {
        int width = width(type);
        if (width == 1) return "(if " + bits + " then 1 else 0)";
        return function("bv2int", "$bv2int." + width, "a: bv" + width, "int") + "(" + bits + ")";
    }
}
