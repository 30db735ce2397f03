package dev.moirai.interpret;

import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr.MathOp;
import dev.moirai.ir.Type;
import dev.moirai.value.Exact;
import dev.moirai.value.MapValue;
import dev.moirai.value.ValueNames;
import dev.moirai.value.VariantValue;
import java.util.List;

/**
 * The meaning of expressions over mathematical types, as {@link Arithmetic} fixes it for bits. A value is given by its
 * {@linkplain ValueNames name}, a truth value or bit-vector by its bits.
 */
public final class Mathematics {
    private Mathematics() {}

    /** @param type of the first operand; a second one that the operator has not is ignored */
    public static long apply(MathOp op, Type type, long a, long b) {
        boolean real = type instanceof Type.Real;
        return switch (op) {
            case NEGATE -> real ? Exact.subtractReals(0, a) : Exact.subtract(0, a);
            case ADD -> real ? Exact.addReals(a, b) : Exact.add(a, b);
            case SUBTRACT -> real ? Exact.subtractReals(a, b) : Exact.subtract(a, b);
            case MULTIPLY -> real ? Exact.multiplyReals(a, b) : Exact.multiply(a, b);
            case QUOTIENT -> Exact.quotient(a, b);
            case REMAINDER -> Exact.remainder(a, b);
            case DIVIDE -> Exact.divideReals(a, b);
            case FLOOR -> Exact.floor(a);
            case REAL_OF -> Exact.realOf(a);
            case UNSIGNED -> Exact.unsigned(a, ((Type.Int) type).width());
            case SIGNED -> Exact.signed(a, ((Type.Int) type).width());
            case EQUAL -> a == b ? 1 : 0;
            case LESS -> truth(real ? Exact.isLessReal(a, b) : Exact.isLess(a, b));
            case LESS_OR_EQUAL -> truth(real ? !Exact.isLessReal(b, a) : !Exact.isLess(b, a));
        };
    }

    private static long truth(boolean value) {
        return value ? 1 : 0;
    }

    /** The lowest bits of an integer, in the form of the type. */
    public static long bits(Type.Int type, long integer) {
        return Arithmetic.normalize(type, Exact.bits(integer));
    }

    public static long update(Type.Map type, long map, long key, long value) {
        return Exact.update(map, key, value, type.key() instanceof Type.Int(var width, var _) ? width : 0);
    }

    // ---- values as text ----------------------------------------------------------------------------------------

    /** A value as a reader would write it: {@code -3}, {@code 1/2}, {@code Color#1}, {@code [0: 5, else 0]}. */
    public static String text(Type type, long value) {
        return switch (type) {
            case Type.Integer _ -> ValueNames.integer(value).toString();
            case Type.Real _ -> ValueNames.real(value).toString();
            case Type.Named(var name) -> name + "#" + ValueNames.integer(value);
            case Type.Map map -> mapText(map, ValueNames.map(value));
            case Type.Variant variant -> variantText(variant, value);
            case Type.Int(var width, var signed) -> {
                if (width == 1) yield value == 0 ? "false" : "true";
                yield signed ? Long.toString(value) : Long.toUnsignedString(value);
            }
            case Type.Float _, Type.Pointer _, Type.Void _, Type.Array _, Type.Struct _, Type.Code _, Type.Opaque _ ->
                Long.toString(value);
        };
    }

    private static String variantText(Type.Variant type, long value) {
        int which = ValueNames.variant(value).map(VariantValue::which).orElse(zeroCase(type));
        var out = new StringBuilder(type.at(which).name()).append('(');
        List<Type> parts = type.at(which).parts();
        for (int i = 0; i < parts.size(); i++) {
            if (i > 0) out.append(", ");
            out.append(text(parts.get(i), Exact.part(value, which, i)));
        }
        return out.append(')').toString();
    }

    /** The case of the type's zero; front ends make no type without one. */
    static int zeroCase(Type.Variant type) {
        return type.zeroCase().orElse(0);
    }

    private static String mapText(Type.Map type, MapValue map) {
        var out = new StringBuilder("[");
        for (long key : map.keys()) {
            out.append(text(type.key(), key)).append(": ");
            out.append(text(type.value(), map.get(key))).append(", ");
        }
        return out.append("else ")
                .append(text(type.value(), map.otherwise()))
                .append(']')
                .toString();
    }
}
