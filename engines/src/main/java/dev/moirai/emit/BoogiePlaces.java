package dev.moirai.emit;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Memory in Boogie. A global is a variable, an array a map, a field of a struct a variable or map of its own, and so is a word of a
 * synchronisation object. So no two places may overlap: unions, and what is read as another type than it is, are refused.
 */
final class BoogiePlaces {
    private final Program source;
    private final Map<String, Global> globals;
    private final BoogieTypes types;
    private final BoogieNames names;
    private final BoogieExpressions expressions;
    /** The variables that stand for memory, with their types. */
    private final Map<String, String> memory = new LinkedHashMap<>();

    BoogiePlaces(
            Program source,
            Map<String, Global> globals,
            BoogieTypes types,
            BoogieNames names,
            BoogieExpressions expressions) {
        this.source = source;
        this.globals = globals;
        this.types = types;
        this.names = names;
        this.expressions = expressions;
    }

    Map<String, String> memory() {
        return memory;
    }

    /** A variable with what lies behind it: the type there, and the text of the indices so far. */
    private record Place(String variable, Type type, String indices, List<Type> around) {}

    /** The scalar at the address: an address of an array or a struct is that of the first one in it. */
    String place(Expr address, Type accessed) {
        Place place = scalar(address);
        boolean mathematical = accessed instanceof Type.Mathematical || place.type() instanceof Type.Mathematical;
        if (!mathematical && BoogieExpressions.width(place.type()) != BoogieExpressions.width(accessed)) {
            throw expressions.refused("memory of type " + place.type() + " as " + accessed);
        }
        return declared(place) + place.indices();
    }

    /** What is read there as a value of the type: a truth value may be read as a byte. */
    String read(Expr address, Type wanted) {
        Place place = scalar(address);
        boolean asByte = BoogieExpressions.width(place.type()) == 1 && BoogieExpressions.width(wanted) == 8;
        if (!asByte) return place(address, wanted);
        return "(if " + declared(place) + place.indices() + " then 1bv8 else 0bv8)";
    }

    private Place scalar(Expr address) {
        Place place = resolve(address);
        while (true) {
            switch (place.type()) {
                case Type.Array(var inner, var _) -> place = inside(place, inner, Expr.constant(Type.I64, 0));
                case Type.Struct(var tag) -> place = field(place, tag, 0);
                case Type.Opaque _ -> place = word(place, 0);
                default -> {
                    return place;
                }
            }
        }
    }

    /** Sets all that the code speaks of in a variable to zero: all fields, all elements of arrays. */
    void zero(String variable, Type type, List<String> code) {
        zero(new Place(variable, type, "", List.of()), code);
    }

    private void zero(Place place, List<String> code) {
        switch (place.type()) {
            case Type.Struct(var tag) -> {
                for (int i = 0; i < source.layout(tag).fields().size(); i++) zero(field(place, tag, i), code);
            }
            case Type.Array(var inner, var _) -> {
                var around = new ArrayList<>(place.around());
                around.add(place.type());
                zero(new Place(place.variable(), inner, "", around), code);
            }
            case Type.Opaque(var kind) -> {
                for (int i = 0; i < kind.words(); i++) zero(word(place, i), code);
            }
            default -> {
                if (!isUsed(place)) return;
                String value = types.zero(place.type(), expressions.span());
                for (int i = 0; i < place.around().size(); i++) value = "(lambda k: bv64 :: " + value + ")";
                code.add(names.of("global", place.variable()) + " := " + value + ";");
            }
        }
    }

    /** Whether what was written so far uses the variable that the address lies in. */
    boolean isUsed(Expr address) {
        return isUsed(scalar(address));
    }

    private boolean isUsed(Place place) {
        return memory.containsKey(names.of("global", place.variable()));
    }

    private String declared(Place place) {
        String type = types.of(place.type(), expressions.span());
        for (Type around : place.around().reversed()) {
            type = (around instanceof Type.Map(var key, var _)
                            ? "[" + types.of(key, expressions.span()) + "]"
                            : "[bv64]")
                    + type;
        }
        String name = names.of("global", place.variable());
        memory.putIfAbsent(name, type);
        return name;
    }

    private Place resolve(Expr address) {
        return switch (address) {
            case Expr.GlobalAddress(var name, var _) -> {
                Global global = globals.get(name);
                if (global == null) global = source.global(name);
                yield new Place(name, global.type(), "", List.of());
            }
            case Expr.Member(var pointer, var tag, var field, var _) -> {
                Place outer = resolve(pointer);
                if (!outer.type().equals(new Type.Struct(tag)))
                    throw expressions.refused("a field of what is no struct " + tag);
                yield field(outer, tag, field);
            }
            case Expr.Index(var pointer, var element, var index, var _) -> {
                Place outer = resolve(pointer);
                boolean byElement =
                        outer.type() instanceof Type.Array(var inner, var _) && sizeOf(inner) == sizeOf(element);
                if (byElement) yield inside(outer, ((Type.Array) outer.type()).element(), index);
                if (!(index instanceof Expr.Constant(var _, var number)))
                    throw expressions.refused("arithmetic on pointers");
                yield behind(outer, Math.multiplyExact(number, sizeOf(element)));
            }
            case Expr.Cell(var map, var key) -> {
                Place outer = resolve(map);
                var type = (Type.Map) outer.type();
                var around = new ArrayList<>(outer.around());
                around.add(type);
                yield new Place(
                        outer.variable(), type.value(), outer.indices() + "[" + expressions.of(key) + "]", around);
            }
            case Expr.Cast(var _, var operand) when operand.type() instanceof Type.Pointer -> resolve(operand);
            default -> throw expressions.refused("memory reached by a pointer");
        };
    }

    private long sizeOf(Type type) {
        return source.sizes().of(type);
    }

    /** What lies so many bytes behind the place's beginning. */
    private Place behind(Place outer, long bytes) {
        if (bytes == 0) return outer;
        boolean isInside = bytes > 0 && bytes < sizeOf(outer.type());
        if (isInside && outer.type() instanceof Type.Array(var inner, var _)) {
            Expr index = Expr.constant(Type.I64, bytes / sizeOf(inner));
            return behind(inside(outer, inner, index), bytes % sizeOf(inner));
        }
        if (isInside && outer.type() instanceof Type.Struct(var tag)) {
            List<Layout.Field> fields = source.layout(tag).fields();
            for (int i = fields.size() - 1; i >= 0; i--) {
                long offset = fields.get(i).offset();
                if (offset <= bytes) return behind(field(outer, tag, i), bytes - offset);
            }
        }
        if (outer.type() instanceof Type.Opaque(var kind) && bytes % 4 == 0 && bytes > 0 && bytes < 4L * kind.words()) {
            return word(outer, (int) (bytes / 4));
        }
        throw expressions.refused("arithmetic on pointers");
    }

    /** Synchronisation objects are a few words. */
    private static Place word(Place outer, int word) {
        return new Place(outer.variable() + "." + word, Type.I32, outer.indices(), outer.around());
    }

    private Place field(Place outer, String tag, int field) {
        // Its members would be one variable.
        if (source.layout(tag).kind() == Layout.Kind.UNION) throw expressions.refused("a union");
        Layout.Field member = source.layout(tag).fields().get(field);
        return new Place(outer.variable() + "." + member.name(), member.type(), outer.indices(), outer.around());
    }

    private Place inside(Place outer, Type inner, Expr index) {
        var around = new ArrayList<>(outer.around());
        around.add(outer.type());
        String text = expressions.of(new Expr.Cast(Type.I64, index));
        return new Place(outer.variable(), inner, outer.indices() + "[" + text + "]", around);
    }
}
