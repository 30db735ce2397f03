package dev.moirai.ir;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Expressions as C would write them, with no more parentheses than C needs. */
final class ExprPrinter {
    private static final int CONDITIONAL = 3;
    private static final int UNARY = 14;
    private static final int POSTFIX = 15;

    private final Map<String, Layout> layouts;

    ExprPrinter(Map<String, Layout> layouts) {
        this.layouts = layouts;
    }

    String text(Expr expr) {
        return text(expr, 0);
    }

    /** The expression as an operand: in parentheses if it binds less tightly than {@code floor}. */
    private String text(Expr expr, int floor) {
        String text = bare(expr);
        return precedence(expr) < floor ? "(" + text + ")" : text;
    }

    private String bare(Expr expr) {
        return switch (expr) {
            case Local l -> l.name();
            case Expr.Constant c -> constant(c);
            case Expr.GlobalAddress _, Expr.Member _, Expr.Index _, Expr.Cell _ -> "&" + place(expr);
            case Expr.FunctionAddress(var function) -> "&" + function;
            case Expr.Distance(var left, var right, var _) -> "distance(" + text(left) + ", " + text(right) + ")";
            case Expr.Unary(var op, var operand) ->
                (operand.type().equals(Type.BOOL) && op == Expr.UnaryOp.COMPLEMENT ? "!" : op.symbol())
                        + text(operand, doublesSign(op, operand) ? POSTFIX : UNARY);
            case Expr.Binary(var op, var left, var right) -> infix(expr, left, op.symbol(), right);
            case Expr.Compare(var op, var left, var right) -> infix(expr, left, op.symbol(), right);
            case Expr.Cast(var type, var operand) -> "(" + type + ") " + text(operand, UNARY);
            case Expr.Select(var condition, var whenTrue, var whenFalse) ->
                text(condition, CONDITIONAL + 1)
                        + " ? "
                        + text(whenTrue, CONDITIONAL)
                        + " : "
                        + text(whenFalse, CONDITIONAL);
            case Expr.Number(var value) -> value.toString();
            case Expr.Ratio(var numerator, var denominator) ->
                denominator.equals(BigInteger.ONE) ? numerator + ".0" : numerator + "/" + denominator;
            case Expr.Element(var type, var number) -> type.name() + "#" + number;
            case Expr.Calculate(var op, var operands) -> calculation(expr, op, operands);
            case Expr.Bits(var type, var integer) -> "bits(" + type + ", " + text(integer) + ")";
            case Expr.Lookup(var map, var key) -> text(map, POSTFIX) + "[" + text(key) + "]";
            case Expr.Update(var map, var key, var value) ->
                text(map, POSTFIX) + "[" + text(key) + " := " + text(value) + "]";
            case Expr.Everywhere(var type, var value) -> "everywhere(" + type + ", " + text(value) + ")";
            case Expr.Make(var type, var which, var parts) ->
                type.at(which).name() + parts.stream().map(this::text).collect(Collectors.joining(", ", "(", ")"));
            case Expr.IsCase(var value, var which) ->
                text(value, POSTFIX) + " is "
                        + ((Type.Variant) value.type()).at(which).name();
            case Expr.Part(var value, var which, var part) -> part(value, which, part);
            case Expr.Bound(var name, var _) -> name;
            case Expr.ForAll(var variable, var body) ->
                "forall(" + variable.type() + " " + variable.name() + ", " + text(body) + ")";
        };
    }

    private String part(Expr value, int which, int part) {
        Type.Variant.Case of = ((Type.Variant) value.type()).at(which);
        return text(value, POSTFIX) + "->" + of.name() + "." + of.names().get(part);
    }

    private String calculation(Expr whole, Expr.MathOp op, List<Expr> operands) {
        return switch (op) {
            case NEGATE -> "-" + text(operands.getFirst(), POSTFIX);
            case FLOOR, REAL_OF, UNSIGNED, SIGNED -> op.symbol() + "(" + text(operands.getFirst()) + ")";
            case ADD, SUBTRACT, MULTIPLY, QUOTIENT, REMAINDER, DIVIDE, EQUAL, LESS, LESS_OR_EQUAL ->
                infix(whole, operands.getFirst(), op.symbol(), operands.getLast());
        };
    }

    /** Whether two minus signs would meet: {@code --x} would read as a decrement. */
    private static boolean doublesSign(Expr.UnaryOp op, Expr operand) {
        return op == Expr.UnaryOp.NEGATE
                && (operand instanceof Expr.Constant(var _, var bits) && bits < 0
                        || operand instanceof Expr.Unary(var inner, var _) && inner == op);
    }

    private String infix(Expr whole, Expr left, String symbol, Expr right) {
        int level = precedence(whole);
        return text(left, level) + " " + symbol + " " + text(right, level + 1);
    }

    /** What {@code *address} is called: {@code x}, {@code p->next}, {@code a[i]}, {@code *p}. */
    String place(Expr address) {
        return switch (address) {
            case Expr.GlobalAddress(var global, var _) -> global;
            case Expr.Member(var pointer, var tag, var field, var _) ->
                (isPlace(pointer) ? place(pointer) + "." : text(pointer, POSTFIX) + "->") + fieldName(tag, field);
            case Expr.Index(var pointer, var element, var index, var _) ->
                base(pointer, element) + "[" + text(index) + "]";
            case Expr.Cell(var map, var key) ->
                (isPlace(map) ? place(map) : "(" + place(map) + ")") + "[" + text(key) + "]";
            default -> "*" + text(address, UNARY);
        };
    }

    /** The same for an access of {@code type}, which may differ from what the address points to. */
    String place(Expr address, Type type) {
        boolean plain = address.type() instanceof Type.Pointer(var target) && target.equals(type);
        return plain ? place(address) : "(" + type + ") " + place(address);
    }

    private static boolean isPlace(Expr address) {
        return switch (address) {
            case Expr.GlobalAddress _, Expr.Member _, Expr.Index _, Expr.Cell _ -> true;
            default -> false;
        };
    }

    private String base(Expr pointer, Type element) {
        if (pointer.type() instanceof Type.Pointer(Type.Array(var inner, var _)) && inner.equals(element)) {
            return isPlace(pointer) ? place(pointer) : "(" + place(pointer) + ")";
        }
        if (pointer.type() instanceof Type.Pointer(var target) && target.equals(element)) return text(pointer, POSTFIX);
        return "((" + element + "*) " + text(pointer, UNARY) + ")";
    }

    private String fieldName(String tag, int field) {
        Layout layout = layouts.get(tag);
        return layout != null && field >= 0 && field < layout.fields().size()
                ? layout.fields().get(field).name()
                : "field" + field;
    }

    private static String constant(Expr.Constant constant) {
        long bits = constant.bits();
        return switch (constant.type()) {
            case Type.Int(var width, var signed) -> {
                if (width == 1) yield bits == 0 ? "false" : "true";
                yield signed ? Long.toString(bits) : Long.toUnsignedString(bits) + "u";
            }
            case Type.Float f -> Double.toString(Arithmetic.toDouble(f, bits));
            case Type.Pointer _ -> bits == 0 ? "null" : "0x" + Long.toHexString(bits);
            case Type.Void _, Type.Array _, Type.Struct _, Type.Code _, Type.Opaque _, Type.Mathematical _ ->
                "<constant of type " + constant.type() + ">";
        };
    }

    private static int precedence(Expr expr) {
        return switch (expr) {
            case Local _, Expr.Distance _ -> POSTFIX;
            case Expr.Constant c -> constant(c).startsWith("-") ? UNARY : POSTFIX;
            case Expr.GlobalAddress _, Expr.FunctionAddress _, Expr.Member _, Expr.Index _, Expr.Unary _, Expr.Cast _ ->
                UNARY;
            case Expr.Binary(var op, var _, var _) ->
                switch (op) {
                    case MULTIPLY, DIVIDE, REMAINDER -> 13;
                    case ADD, SUBTRACT -> 12;
                    case SHIFT_LEFT, SHIFT_RIGHT -> 11;
                    case AND -> 8;
                    case XOR -> 7;
                    case OR -> 6;
                };
            case Expr.Compare(var op, var _, var _) ->
                switch (op) {
                    case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> 10;
                    case EQUAL, NOT_EQUAL -> 9;
                };
            case Expr.Select _ -> CONDITIONAL;
            case Expr.Cell _ -> UNARY;
            case Expr.Number(var value) -> value.signum() < 0 ? UNARY : POSTFIX;
            case Expr.Ratio(var numerator, var denominator) ->
                !denominator.equals(BigInteger.ONE) ? 13 : numerator.signum() < 0 ? UNARY : POSTFIX;
            case Expr.Calculate(var op, var _) ->
                switch (op) {
                    case NEGATE -> UNARY;
                    case FLOOR, REAL_OF, UNSIGNED, SIGNED -> POSTFIX;
                    case MULTIPLY, QUOTIENT, REMAINDER, DIVIDE -> 13;
                    case ADD, SUBTRACT -> 12;
                    case LESS, LESS_OR_EQUAL -> 10;
                    case EQUAL -> 9;
                };
            case Expr.IsCase _ -> 9;
            case Expr.Element _,
                    Expr.Bits _,
                    Expr.Lookup _,
                    Expr.Update _,
                    Expr.Everywhere _,
                    Expr.Make _,
                    Expr.Part _,
                    Expr.Bound _,
                    Expr.ForAll _ -> POSTFIX;
        };
    }
}
