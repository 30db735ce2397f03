package dev.moirai.frontend.boogie;

import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Boogie's types as types of the IR. A datatype whose constructors have no fields is a number of few bits, any other a variant,
 * one for each choice of its type parameters. A bit-vector of more than 64 bits is an integer ({@link WideVectors}).
 */
final class LoweredTypes {
    static final int WIDEST = 64;

    private final Map<String, Datatype> datatypes;
    private final Map<BoogieType, Type.Variant> variants = new HashMap<>();
    private final Set<BoogieType> underWay = new LinkedHashSet<>();
    private Set<BoogieType> outsideOfMap = Set.of();

    LoweredTypes(Map<String, Datatype> datatypes) {
        this.datatypes = datatypes;
    }

    Type of(BoogieType type, SourceSpan span) {
        return switch (type) {
            case BoogieType.Int _ -> Type.INTEGER;
            case BoogieType.Bool _ -> Type.BOOL;
            case BoogieType.Real _ -> Type.REAL;
            case BoogieType.Bv(var width) -> width > WIDEST ? Type.INTEGER : new Type.Int(width, false);
            case BoogieType.Declared declared -> {
                if (!isDatatype(declared)) yield new Type.Named(declared.toString());
                yield isEnumeration(declared) ? new Type.Int(tagWidth(declared), false) : variant(declared, span);
            }
            case BoogieType.MapOf(var keys, var value) -> {
                Set<BoogieType> before = outsideOfMap;
                outsideOfMap = Set.copyOf(underWay);
                Type result = of(value, span);
                for (BoogieType key : keys.reversed()) result = new Type.Map(of(key, span), result);
                outsideOfMap = before;
                yield result;
            }
            case BoogieType.Parameter(var name) ->
                throw BoogieError.unsupported(span, "a value of the type parameter " + name);
            case BoogieType.Unknown _ ->
                throw new BoogieError(span, "the type here cannot be found out", "say which type is meant: e : type");
        };
    }

    private Type.Variant variant(BoogieType type, SourceSpan span) {
        if (outsideOfMap.contains(type)) {
            throw BoogieError.unsupported(span, "a datatype that contains itself through maps (" + type + ")");
        }
        Type.Variant known = variants.get(type);
        if (known != null) return known;
        var variant = new Type.Variant(type.toString());
        variants.put(type, variant);
        underWay.add(type);
        var cases = new ArrayList<Type.Variant.Case>();
        List<Datatype.Constructor> constructors = datatype(type).constructors();
        for (int c = 0; c < constructors.size(); c++) {
            var parts = new ArrayList<Type>();
            var names = new ArrayList<String>();
            for (int f = 0; f < constructors.get(c).fields().size(); f++) {
                parts.add(of(fieldType(type, c, f), span));
                names.add(constructors.get(c).fields().get(f).variable().name());
            }
            cases.add(new Type.Variant.Case(constructors.get(c).name(), names, parts));
        }
        variant.setCases(cases);
        underWay.remove(type);
        if (underWay.isEmpty() && variant.zeroCase().isEmpty()) {
            throw new BoogieError(
                    span,
                    "the datatype " + type + " has no values: every constructor needs one first",
                    "add a constructor without such a field");
        }
        return variant;
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

    BoogieType fieldType(BoogieType type, int constructor, int field) {
        Datatype datatype = datatype(type);
        return datatype.instance(
                type,
                datatype.constructors().get(constructor).fields().get(field).type());
    }

    BoogieType fieldType(BoogieType type, String field) {
        Datatype datatype = datatype(type);
        int constructor = datatype.withField(field).orElseThrow();
        return fieldType(
                type,
                constructor,
                datatype.constructors().get(constructor).field(field).orElseThrow());
    }

    /** Whether the IR's type has values that are none of this type. */
    boolean needsCheck(BoogieType type) {
        return needsCheck(type, new HashSet<>());
    }

    private boolean needsCheck(BoogieType type, Set<BoogieType> around) {
        if (type instanceof BoogieType.Bv(var width)) return width > WIDEST;
        if (!isDatatype(type) || !around.add(type)) return false;
        int count = datatype(type).constructors().size();
        if (isEnumeration(type)) return count != 1 << tagWidth(type);
        return fieldTypes(type).stream().anyMatch(field -> needsCheck(field, around));
    }

    /** Whether the IR's maps have cells for what is no key of the program's type, anywhere in values of the type. */
    boolean hasCellsWithoutKey(BoogieType type) {
        return hasCellsWithoutKey(type, new HashSet<>());
    }

    private boolean hasCellsWithoutKey(BoogieType type, Set<BoogieType> around) {
        if (type instanceof BoogieType.MapOf(var keys, var value)) {
            return hasCellsWithoutKey(value, around)
                    || keys.stream().anyMatch(key -> needsCheck(key) || hasCellsWithoutKey(key, around));
        }
        if (!isDatatype(type) || !around.add(type)) return false;
        return fieldTypes(type).stream().anyMatch(field -> hasCellsWithoutKey(field, around));
    }

    /** Whether the IR's maps may hold what is no value of the program's type, anywhere in values of the type. */
    boolean hasCellsToCheck(BoogieType type) {
        return hasCellsToCheck(type, new HashSet<>());
    }

    private boolean hasCellsToCheck(BoogieType type, Set<BoogieType> around) {
        if (type instanceof BoogieType.MapOf(var keys, var value)) {
            return needsCheck(value)
                    || hasCellsToCheck(value, around)
                    || keys.stream().anyMatch(key -> hasCellsToCheck(key, around));
        }
        if (!isDatatype(type) || !around.add(type)) return false;
        return fieldTypes(type).stream().anyMatch(field -> hasCellsToCheck(field, around));
    }

    /** Whether values of the type contain values of it. */
    boolean isRecursive(BoogieType type) {
        return isDatatype(type) && contains(type, type, new HashSet<>());
    }

    private boolean contains(BoogieType type, BoogieType wanted, Set<BoogieType> seen) {
        if (!isDatatype(type) || !seen.add(type)) return false;
        return fieldTypes(type).stream().anyMatch(field -> field.equals(wanted) || contains(field, wanted, seen));
    }

    private List<BoogieType> fieldTypes(BoogieType type) {
        var all = new ArrayList<BoogieType>();
        List<Datatype.Constructor> constructors = datatype(type).constructors();
        for (int c = 0; c < constructors.size(); c++) {
            for (int f = 0; f < constructors.get(c).fields().size(); f++) all.add(fieldType(type, c, f));
        }
        return all;
    }

    private int tagWidth(BoogieType type) {
        int last = datatype(type).constructors().size() - 1;
        return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(last));
    }
}
