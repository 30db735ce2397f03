package dev.moirai.frontend.boogie;

import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Boogie's types as types of the IR. A datatype whose constructors have no fields is a number of few bits. Any other is a map
 * from integers to integers: which constructor at 0, its fields behind it, zero everywhere else, so that two values are
 * equal just if their maps are.
 */
final class LoweredTypes {
    static final Type.Map RECORD = new Type.Map(Type.INTEGER, Type.INTEGER);
    private static final int WIDEST = 64;

    private final Map<String, Datatype> datatypes;

    LoweredTypes(Map<String, Datatype> datatypes) {
        this.datatypes = datatypes;
    }

    Type of(BoogieType type, SourceSpan span) {
        return switch (type) {
            case BoogieType.Int _ -> Type.INTEGER;
            case BoogieType.Bool _ -> Type.BOOL;
            case BoogieType.Real _ -> Type.REAL;
            case BoogieType.Bv(var width) -> {
                if (width > WIDEST) {
                    throw BoogieError.unsupported(
                            span, "bit-vectors of " + width + " bits", "up to " + WIDEST + " bits are");
                }
                yield new Type.Int(width, false);
            }
            case BoogieType.Declared declared -> {
                if (!isDatatype(declared)) yield new Type.Named(declared.toString());
                yield isEnumeration(declared) ? new Type.Int(tagWidth(declared), false) : record(declared, span);
            }
            case BoogieType.MapOf(var keys, var value) -> {
                Type result = of(value, span);
                for (BoogieType key : keys.reversed()) result = new Type.Map(of(key, span), result);
                yield result;
            }
            case BoogieType.Parameter(var name) ->
                throw BoogieError.unsupported(span, "a value of the type parameter " + name);
            case BoogieType.Unknown _ ->
                throw new BoogieError(span, "the type here cannot be found out", "say which type is meant: e : type");
        };
    }

    boolean isDatatype(BoogieType type) {
        return type instanceof BoogieType.Declared(var name, var _) && datatypes.containsKey(name);
    }

    boolean isEnumeration(BoogieType type) {
        return isDatatype(type)
                && datatype(type).constructors().stream()
                        .allMatch(c -> c.fields().isEmpty());
    }

    Datatype datatype(BoogieType type) {
        if (type instanceof BoogieType.Declared(var name, var _)) {
            Datatype datatype = datatypes.get(name);
            if (datatype != null) return datatype;
        }
        throw new IllegalArgumentException("no datatype: " + type);
    }

    private int tagWidth(BoogieType type) {
        int last = datatype(type).constructors().size() - 1;
        return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(last));
    }

    private Type record(BoogieType type, SourceSpan span) {
        cells(type, span, new HashSet<>());
        return RECORD;
    }

    /** How many integers a value of the type takes. */
    int cells(BoogieType type, SourceSpan span) {
        return cells(type, span, new HashSet<>());
    }

    private int cells(BoogieType type, SourceSpan span, Set<BoogieType> around) {
        return switch (type) {
            case BoogieType.Int _, BoogieType.Bool _, BoogieType.Bv _ -> 1;
            case BoogieType.Declared declared
            when isDatatype(declared) -> {
                if (isEnumeration(declared)) yield 1;
                if (!around.add(declared)) throw BoogieError.unsupported(span, "the recursive datatype " + declared);
                int most = 0;
                for (Datatype.Constructor constructor : datatype(declared).constructors()) {
                    int sum = 0;
                    for (BoogieSymbol.Bound field : constructor.fields()) sum += cells(field.type(), span, around);
                    most = Math.max(most, sum);
                }
                around.remove(declared);
                yield 1 + most;
            }
            default -> throw BoogieError.unsupported(span, "a datatype with a field of type " + type);
        };
    }
}
