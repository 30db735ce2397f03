package dev.moirai.frontend.boogie;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Gives the names in types their meaning. */
final class TypeResolver {
    private static final Pattern BIT_VECTOR = Pattern.compile("bv(\\d{1,6})");
    private static final int DEEPEST_SYNONYM = 100;

    private final Map<String, BoogieDecl.TypeName> names = new LinkedHashMap<>();
    private final Map<String, Integer> datatypes = new HashMap<>();

    void declare(BoogieDecl.TypeName type) {
        if (datatypes.containsKey(type.name()) || names.putIfAbsent(type.name(), type) != null) {
            throw new BoogieError(type.span(), "there are two types " + type.name());
        }
    }

    void declareDatatype(BoogieDecl.Datatype type) {
        if (names.containsKey(type.name())
                || datatypes.putIfAbsent(type.name(), type.parameters().size()) != null) {
            throw new BoogieError(type.span(), "there are two types " + type.name());
        }
    }

    BoogieType resolve(TypeText text, Set<String> parameters) {
        return resolve(text, parameters, Map.of(), 0);
    }

    private BoogieType resolve(TypeText text, Set<String> parameters, Map<String, BoogieType> bound, int depth) {
        return switch (text) {
            case TypeText.MapOf(var own, var keys, var value, var span) -> {
                if (!own.isEmpty()) throw BoogieError.unsupported(span, "polymorphic maps (<a>[...]...)");
                var keyTypes = new ArrayList<BoogieType>();
                for (TypeText key : keys) keyTypes.add(resolve(key, parameters, bound, depth));
                if (keys.isEmpty()) throw BoogieError.unsupported(span, "maps without an index");
                yield new BoogieType.MapOf(keyTypes, resolve(value, parameters, bound, depth));
            }
            case TypeText.Named named -> named(named, parameters, bound, depth);
        };
    }

    private BoogieType named(TypeText.Named text, Set<String> parameters, Map<String, BoogieType> bound, int depth) {
        String name = text.name();
        int count = text.arguments().size();
        if (bound.containsKey(name) && count == 0) return bound.get(name);
        if (parameters.contains(name) && count == 0) return new BoogieType.Parameter(name);
        if (count == 0) {
            switch (name) {
                case "int" -> {
                    return BoogieType.INT;
                }
                case "bool" -> {
                    return BoogieType.BOOL;
                }
                case "real" -> {
                    return BoogieType.REAL;
                }
                default -> {}
            }
            var bits = BIT_VECTOR.matcher(name);
            if (bits.matches()) return bitVector(text, Integer.parseInt(bits.group(1)));
        }
        if (name.matches("float\\d+e\\d+") || name.equals("rmode") || name.equals("string") || name.equals("regex")) {
            if (!names.containsKey(name)) throw BoogieError.unsupported(text.span(), "the type " + name);
        }
        var arguments = new ArrayList<BoogieType>();
        for (TypeText argument : text.arguments()) arguments.add(resolve(argument, parameters, bound, depth));
        if (datatypes.containsKey(name)) {
            count(text, datatypes.get(name));
            return new BoogieType.Declared(name, arguments);
        }
        BoogieDecl.TypeName type = names.get(name);
        if (type == null) {
            var known = new TreeSet<>(names.keySet());
            known.addAll(datatypes.keySet());
            known.addAll(List.of("int", "bool", "real"));
            throw new BoogieError(text.span(), "there is no type " + name, Spelling.hint(name, known));
        }
        count(text, type.parameters().size());
        if (type.meaning().isEmpty()) return new BoogieType.Declared(name, arguments);
        if (depth > DEEPEST_SYNONYM) throw new BoogieError(type.span(), "the type " + name + " stands for itself");
        var inside = new HashMap<String, BoogieType>();
        for (int i = 0; i < arguments.size(); i++) inside.put(type.parameters().get(i), arguments.get(i));
        return resolve(type.meaning().get(), Set.of(), inside, depth + 1);
    }

    private static BoogieType bitVector(TypeText.Named text, int width) {
        if (width < 1) {
            throw BoogieError.unsupported(text.span(), "bit-vectors of " + width + " bits");
        }
        return new BoogieType.Bv(width);
    }

    private static void count(TypeText.Named text, int expected) {
        if (text.arguments().size() != expected) {
            throw new BoogieError(
                    text.span(),
                    "the type " + text.name() + " takes " + expected + " arguments, not "
                            + text.arguments().size());
        }
    }
}
