package dev.moirai.emit;

import dev.moirai.bound.Unencodable;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Types in Boogie: numbers of C are bit-vectors, null pointers too; what a program declares itself is declared. */
final class BoogieTypes {
    static final int ADDRESS = 64;

    private final BoogieNames names;
    /** Named types and how many of their elements are spoken of. */
    private final Map<String, Long> named = new LinkedHashMap<>();

    private final Map<String, Type.Variant> variants = new LinkedHashMap<>();

    BoogieTypes(BoogieNames names) {
        this.names = names;
    }

    String of(Type type, SourceSpan span) {
        return switch (type) {
            case Type.Int(var width, var _) -> width == 1 ? "bool" : "bv" + width;
            case Type.Pointer _ -> "bv" + ADDRESS;
            case Type.Integer _ -> "int";
            case Type.Real _ -> "real";
            case Type.Named(var name) -> {
                named.putIfAbsent(name, 0L);
                yield names.of("type", name);
            }
            case Type.Map(var key, var value) -> "[" + of(key, span) + "]" + of(value, span);
            case Type.Variant variant -> variant(variant, span);
            case Type.Array(var element, var _) -> "[bv" + ADDRESS + "]" + of(element, span);
            case Type.Float _ -> throw new Unencodable("floating-point numbers in Boogie", span);
            case Type.Struct _, Type.Void _, Type.Code _, Type.Opaque _ ->
                throw new Unencodable("a value of type " + type + " in Boogie", span);
        };
    }

    private String variant(Type.Variant type, SourceSpan span) {
        if (variants.putIfAbsent(type.name(), type) == null) {
            for (Type.Variant.Case one : type.cases()) one.parts().forEach(part -> of(part, span));
        }
        return names.of("type", type.name());
    }

    /** The constructor of a case. */
    String constructor(Type.Variant type, int which) {
        return names.of("case of " + type.name(), type.at(which).name());
    }

    String part(Type.Variant type, int which, int part) {
        return constructor(type, which) + "." + part;
    }

    private String declaration(Type.Variant type) {
        var cases = new ArrayList<String>();
        for (int c = 0; c < type.cases().size(); c++) {
            var parts = new ArrayList<String>();
            for (int p = 0; p < type.at(c).parts().size(); p++) {
                parts.add(part(type, c, p) + ": " + of(type.at(c).parts().get(p), SourceSpan.NOWHERE));
            }
            cases.add(constructor(type, c) + "(" + String.join(", ", parts) + ")");
        }
        return "datatype " + names.of("type", type.name()) + " { " + String.join(", ", cases) + " }";
    }

    String element(Type.Named type, long number) {
        named.merge(type.name(), number + 1, Math::max);
        return names.of("element of " + type.name(), type.name() + "#" + number);
    }

    /** The declarations of named types and their elements, and of datatypes. */
    void declare(List<String> into) {
        variants.values().forEach(variant -> into.add(declaration(variant)));
        named.forEach((name, elements) -> {
            into.add("type " + names.of("type", name) + ";");
            for (long i = 0; i < elements; i++) {
                into.add("const unique " + element(new Type.Named(name), i) + ": " + names.of("type", name) + ";");
            }
        });
    }

    /** Zero of a type that has values. */
    String zero(Type type, SourceSpan span) {
        return switch (type) {
            case Type.Int(var width, var _) -> width == 1 ? "false" : "0bv" + width;
            case Type.Pointer _ -> "0bv" + ADDRESS;
            case Type.Integer _ -> "0";
            case Type.Real _ -> "0.0";
            case Type.Named n -> element(n, 0);
            case Type.Variant variant -> {
                int which = variant.zeroCase().orElse(0);
                of(variant, span);
                yield variant.at(which).parts().stream()
                        .map(part -> zero(part, span))
                        .collect(Collectors.joining(", ", constructor(variant, which) + "(", ")"));
            }
            case Type.Map(var key, var value) -> "(lambda k: " + of(key, span) + " :: " + zero(value, span) + ")";
            case Type.Array(var element, var _) -> "(lambda k: bv" + ADDRESS + " :: " + zero(element, span) + ")";
            default -> throw new Unencodable("a value of type " + type + " in Boogie", span);
        };
    }
}
