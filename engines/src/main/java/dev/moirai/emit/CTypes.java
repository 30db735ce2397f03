package dev.moirai.emit;

import dev.moirai.ir.Layout;
import dev.moirai.ir.Program;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Types of the IR in C. All pointers are {@code void *}: loads and stores state the type they access. */
final class CTypes {
    private final Program program;
    private final Sizes sizes;
    private final CNames names = new CNames();
    private final String tagPrefix;

    CTypes(Program program) {
        this(program, "");
    }

    /** @param tagPrefix keeps the program's structs apart from those of included headers */
    CTypes(Program program, String tagPrefix) {
        this.program = program;
        this.sizes = program.sizes();
        this.tagPrefix = tagPrefix;
    }

    /** The type of a scalar; for other types, the unit their size is counted in. */
    String scalar(Type type) {
        return switch (type) {
            case Type.Int(var width, var signed) -> (signed ? "" : "unsigned ") + integer(width, signed);
            case Type.Float(var width) -> width == 32 ? "float" : "double";
            case Type.Pointer _ -> "void *";
            case Type.Struct(var tag) -> aggregate(program.layout(tag));
            case Type.Opaque(var kind) -> "struct moirai_" + kind;
            case Type.Void _, Type.Code _ -> "char";
            case Type.Array _, Type.Mathematical _ -> throw new IllegalArgumentException("no scalar: " + type);
        };
    }

    private static String integer(int width, boolean signed) {
        if (width <= 8) return signed ? "signed char" : "char";
        if (width <= 16) return "short";
        return width <= 32 ? "int" : "long long";
    }

    /** The width of the C type that holds the integer. */
    static int bits(Type.Int type) {
        if (type.width() <= 8) return 8;
        if (type.width() <= 16) return 16;
        return type.width() <= 32 ? 32 : 64;
    }

    /** {@code int name[3]} */
    String declare(Type type, String name) {
        if (type instanceof Type.Array(var element, var length)) {
            return declare(element, name + "[" + Math.max(1, length) + "]");
        }
        String plain = scalar(type);
        return plain.endsWith("*") ? plain + name : plain + " " + name;
    }

    /** The C type that {@code p + index} counts in. */
    String element(Type type) {
        return type instanceof Type.Array ? "char" : scalar(type);
    }

    /** The factor for an index, where C's own counting does not give it. */
    long factor(Type type) {
        return type instanceof Type.Array ? sizes.of(type) : 1;
    }

    // ---- structs and unions ------------------------------------------------------------------------------------

    private String aggregate(Layout layout) {
        String tag = names.of("tag", tagPrefix, layout.tag());
        return (isPlain(layout) && layout.kind() == Layout.Kind.UNION ? "union " : "struct ") + tag;
    }

    String member(Layout layout, int field) {
        return CNames.clean("m_" + field + "_" + layout.fields().get(field).name());
    }

    /** Whether C lays the fields out as the IR does; other structs are declared as bytes. */
    boolean isPlain(Layout layout) {
        long end = 0;
        int alignment = 1;
        for (Layout.Field field : layout.fields()) {
            int own = sizes.alignment(field.type());
            long start = layout.kind() == Layout.Kind.UNION ? 0 : (end + own - 1) / own * own;
            if (start != field.offset()) return false;
            end = Math.max(end, start + sizes.of(field.type()));
            alignment = Math.max(alignment, own);
        }
        return !layout.fields().isEmpty()
                && (end + alignment - 1) / alignment * alignment == layout.size()
                // A type that is empty in the IR takes a byte in C.
                && layout.fields().stream().noneMatch(field -> sizes.of(field.type()) == 0 || isOdd(field.type()));
    }

    /** Whether the type is a unit of bit-fields with a size that no C integer has: three bytes, five. */
    boolean isOdd(Type type) {
        return type instanceof Type.Int own && sizes.of(own) * 8 != bits(own);
    }

    /** The scalar at an address, as a C lvalue. */
    String at(String address, Type type) {
        if (isOdd(type) && type instanceof Type.Int(var width, var _)) {
            return "((struct moirai_bits" + width + " *)" + address + ")->bits";
        }
        String scalar = scalar(type);
        return "*(" + scalar + (scalar.endsWith("*") ? "*)" : " *)") + address;
    }

    /** Odd units are read and written as packed bit-fields, so that neighbouring bytes are not overwritten. */
    private List<String> oddUnits() {
        return program.layouts().values().stream()
                .flatMap(layout -> layout.fields().stream())
                .map(Layout.Field::type)
                .filter(this::isOdd)
                .map(type -> ((Type.Int) type).width())
                .distinct()
                .sorted()
                .map(width -> "struct __attribute__((packed)) moirai_bits" + width + " { unsigned long long bits : "
                        + width + "; };")
                .toList();
    }

    /** The definitions of all structs, inner ones first. */
    List<String> definitions() {
        var lines = new ArrayList<>(oddUnits());
        for (Sync kind : Sync.values()) {
            int alignment = program.sizes().alignment(new Type.Opaque(kind));
            int words = (int) kind.bytes(program.model()) / 4;
            lines.add("struct moirai_" + kind + " { _Alignas(" + alignment + ") int word[" + words + "]; };");
        }
        Set<String> done = new LinkedHashSet<>();
        program.layouts().values().forEach(layout -> define(layout, done, lines));
        return lines;
    }

    private void define(Layout layout, Set<String> done, List<String> lines) {
        if (!done.add(layout.tag())) return;
        if (!isPlain(layout)) {
            lines.add(aggregate(layout) + " { _Alignas(" + layout.alignment() + ") char bytes["
                    + Math.max(1, layout.size()) + "]; };");
            return;
        }
        for (Layout.Field field : layout.fields()) {
            Type type = field.type();
            while (type instanceof Type.Array(var element, var _)) type = element;
            if (type instanceof Type.Struct(var tag)) define(program.layout(tag), done, lines);
        }
        lines.add(aggregate(layout) + " {");
        for (int i = 0; i < layout.fields().size(); i++) {
            lines.add("    " + declare(layout.fields().get(i).type(), member(layout, i)) + ";");
        }
        lines.add("};");
    }
}
