package dev.moirai.emit;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Global;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Expressions of the IR in C. Signed arithmetic is written as it is; the C file must be compiled so that it wraps. */
final class CExpressions {
    private final Program program;
    private final Map<String, Global> globals;
    private final CTypes types;
    private final UnaryOperator<String> globalNames;
    private final Set<String> functions = new LinkedHashSet<>();

    CExpressions(Program program, Map<String, Global> globals, CTypes types, CNames names) {
        this(program, globals, types, name -> names.of("global", "", name));
    }

    /** @param globalNames maps a global's name to the C expression for it, as an object */
    CExpressions(Program program, Map<String, Global> globals, CTypes types, UnaryOperator<String> globalNames) {
        this.program = program;
        this.globals = globals;
        this.types = types;
        this.globalNames = globalNames;
    }

    /** Functions whose address was mentioned: they are not called any more, but their addresses are values. */
    Set<String> functions() {
        return functions;
    }

    String global(String name) {
        return globalNames.apply(name);
    }

    /**
     * Whether the global is an array. Its address is written as that of the first element: CBMC 6.6 takes a pointer
     * that may be {@code &a} or {@code &a[1]} for the latter.
     */
    private boolean isArray(String name) {
        Global global = globals.get(name);
        return global != null && global.type() instanceof Type.Array;
    }

    static String functionObject(String name) {
        return CNames.clean("moirai_function_" + name);
    }

    /** @param local maps a local to its C name */
    String of(Expr expr, Function<Local, String> local) {
        return switch (expr) {
            case Local l -> local.apply(l);
            case Expr.Constant(var type, var bits) -> constant(type, bits);
            case Expr.GlobalAddress(var name, var _) -> "(void *)" + (isArray(name) ? "" : "&") + global(name);
            case Expr.FunctionAddress(var name) -> {
                functions.add(name);
                yield "(void *)&" + functionObject(name);
            }
            case Expr.Member(var pointer, var tag, var field, var _) -> member(of(pointer, local), tag, field);
            case Expr.Index(var pointer, var element, var index, var _) -> {
                String offset = of(index, local);
                if (types.factor(element) != 1) offset = offset + " * " + types.factor(element);
                yield "(void *)((" + pointerTo(types.element(element)) + ")" + of(pointer, local) + " + " + offset
                        + ")";
            }
            case Expr.Distance(var left, var right, var type) ->
                "(" + types.scalar(type) + ")((char *)" + of(left, local) + " - (char *)" + of(right, local) + ")";
            case Expr.Unary(var op, var operand) -> {
                String inner = of(operand, local);
                if (operand.type().equals(Type.BOOL)) yield "!" + inner;
                // Two minus signs in a row would be another operator.
                yield narrowed(operand.type(), op.symbol() + (inner.startsWith("-") ? "(" + inner + ")" : inner));
            }
            case Expr.Binary binary -> binary(binary, local);
            case Expr.Compare(var op, var left, var right) ->
                "(" + comparand(left, local) + " " + op.symbol() + " " + comparand(right, local) + ")";
            case Expr.Cast(var type, var operand) -> cast(type, operand.type(), of(operand, local));
            case Expr.Select(var condition, var whenTrue, var whenFalse) ->
                "(" + of(condition, local) + " ? " + of(whenTrue, local) + " : " + of(whenFalse, local) + ")";
            case Expr.Mathematical _ -> throw new IllegalArgumentException("C has no type " + expr.type());
        };
    }

    /** The object of this type at an address; a whole global is written by its name. */
    String place(Expr address, Type type, Function<Local, String> local) {
        Expr plain = address;
        while (plain instanceof Expr.Cast(var to, var operand)
                && to instanceof Type.Pointer
                && operand.type() instanceof Type.Pointer) {
            plain = operand;
        }
        if (plain instanceof Expr.GlobalAddress(var name, var _)) {
            Global global = globals.get(name);
            if (global != null && global.type().equals(type)) return global(name);
        }
        if (plain instanceof Expr.Index(var base, var element, var index, var _)
                && base instanceof Expr.GlobalAddress(var name, var _)
                && element.equals(type)) {
            Global global = globals.get(name);
            if (global != null && global.type() instanceof Type.Array(var own, var _) && own.equals(type)) {
                return global(name) + "[" + of(index, local) + "]";
            }
        }
        return word(plain, type).orElseGet(() -> types.at(of(address, local), type));
    }

    /** A word of a global synchronisation object: {@code mutex.word[1]}. */
    private Optional<String> word(Expr address, Type type) {
        if (!type.equals(Type.I32)) return Optional.empty();
        Expr object = address;
        long word = 0;
        if (object instanceof Expr.Index(var base, var element, var index, var _)
                && element.equals(Type.I32)
                && index instanceof Expr.Constant(var _, var bits)) {
            object = base;
            word = bits;
        }
        while (object instanceof Expr.Cast(var _, var operand)) object = operand;
        boolean opaque = object instanceof Expr.GlobalAddress(var name, var _)
                && globals.get(name) instanceof Global global
                && global.type() instanceof Type.Opaque;
        return opaque && object instanceof Expr.GlobalAddress(var name, var _)
                ? Optional.of(global(name) + ".word[" + word + "]")
                : Optional.empty();
    }

    private String comparand(Expr expr, Function<Local, String> local) {
        String text = of(expr, local);
        // Addresses are compared as numbers, because C only orders those within one object.
        return expr.type() instanceof Type.Pointer ? "(__UINTPTR_TYPE__)" + text : text;
    }

    private String member(String pointer, String tag, int field) {
        Layout layout = program.layout(tag);
        if (!types.isPlain(layout)) {
            return "(void *)((char *)" + pointer + " + "
                    + layout.fields().get(field).offset() + ")";
        }
        String aggregate = types.scalar(new Type.Struct(tag));
        return "(void *)&((" + aggregate + " *)" + pointer + ")->" + types.member(layout, field);
    }

    private static String pointerTo(String type) {
        return type.endsWith("*") ? type + "*" : type + " *";
    }

    private String binary(Expr.Binary expr, Function<Local, String> local) {
        String left = of(expr.left(), local);
        String right = of(expr.right(), local);
        if (expr.type().equals(Type.BOOL)) {
            String word = switch (expr.op()) {
                case AND -> "&&";
                case OR -> "||";
                default -> expr.op().symbol();
            };
            return "(" + left + " " + word + " " + right + ")";
        }
        if (expr.op().isShift()
                && !(expr.right() instanceof Expr.Constant)
                && expr.type() instanceof Type.Int(var width, var _)) {
            right = "(" + right + " & " + (width - 1) + ")";
        }
        boolean wide =
                expr.type() instanceof Type.Int(var width, var _) && width == 32 && expr.op() == BinaryOp.SHIFT_LEFT;
        String text = "(" + left + " " + expr.op().symbol() + " " + right + ")";
        return wide ? text : narrowed(expr.type(), text);
    }

    /** Cuts a result back to its narrower type, because C computes in {@code int} at least. */
    private String narrowed(Type type, String text) {
        if (!(type instanceof Type.Int own)) return text;
        if (own.width() == 32 || own.width() == 64) return text;
        return cut(own, text);
    }

    private String cut(Type.Int type, String text) {
        String holder = "(" + types.scalar(type) + ")";
        int unused = CTypes.bits(type) - type.width();
        if (unused == 0) return holder + "(" + text + ")";
        if (!type.signed()) return holder + "((" + text + ") & " + ((1L << type.width()) - 1) + "u)";
        return holder + "((long long)((unsigned long long)(" + text + ") << " + (64 - type.width()) + ") >> "
                + (64 - type.width()) + ")";
    }

    private String cast(Type to, Type from, String text) {
        boolean toPointer = to instanceof Type.Pointer;
        boolean fromPointer = from instanceof Type.Pointer;
        if (toPointer) return fromPointer ? text : "(void *)(__UINTPTR_TYPE__)" + text;
        String number = fromPointer ? "(__UINTPTR_TYPE__)" + text : text;
        if (to instanceof Type.Int own) return cut(own, number);
        return "(" + types.scalar(to) + ")" + number;
    }

    private String constant(Type type, long bits) {
        return switch (type) {
            case Type.Int(var width, var signed) -> {
                if (width <= 32 && signed) yield bits == Integer.MIN_VALUE ? "(-2147483647 - 1)" : bracketed(bits, "");
                if (width <= 32) yield width < 32 ? Long.toString(bits) : bits + "u";
                if (signed) {
                    yield bits == Long.MIN_VALUE ? "(-9223372036854775807ll - 1)" : bracketed(bits, "ll");
                }
                yield Long.toUnsignedString(bits) + "ull";
            }
            case Type.Pointer _ ->
                bits == 0 ? "(void *)0" : "(void *)(__UINTPTR_TYPE__)" + Long.toUnsignedString(bits) + "ull";
            case Type.Float(var width) ->
                width == 32
                        ? floating(Float.intBitsToFloat((int) bits), "f")
                        : floating(Double.longBitsToDouble(bits), "");
            default -> throw new IllegalArgumentException("constant of type " + type);
        };
    }

    private static String floating(double value, String suffix) {
        if (Double.isNaN(value)) return "__builtin_nan" + suffix + "(\"\")";
        if (Double.isInfinite(value)) return (value < 0 ? "-" : "") + "__builtin_inf" + suffix + "()";
        return "(" + Double.toHexString(value) + suffix + ")";
    }

    private static String bracketed(long value, String suffix) {
        return value < 0 ? "(" + value + suffix + ")" : value + suffix;
    }
}
