package dev.moirai.cluster.wire;

import dev.moirai.ir.Expr;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * All that can be written: the types we begin with, and whatever their components are made of. Nothing else can come from
 * bytes, whatever they say. A type that is neither plain, nor a record, a constant or a sealed interface of ours, is an
 * error when the table is made, that is in the first test that makes one.
 */
final class Shapes {
    private static final String OURS = "dev.moirai.";

    /** Only Boogie programs have these, and they stay where they are. */
    private static final Set<Class<?>> LEFT_OUT =
            Set.of(Expr.Mathematical.class, dev.moirai.ir.Type.Mathematical.class);

    private final Map<Type, WireShape> known = new HashMap<>();
    /** A line for each type, by which two programs see whether they write alike. */
    private final Set<String> lines = new TreeSet<>();

    WireShape of(Type type) {
        WireShape before = known.get(type);
        if (before != null) return before;
        Optional<WireShape> plain = PlainShape.of(type);
        if (plain.isPresent()) return plain.get();
        if (type instanceof ParameterizedType generic) return collection(generic);
        if (!(type instanceof Class<?> ours) || !ours.getName().startsWith(OURS)) throw foreign(type);
        if (ours.isEnum()) return constants(ours);
        if (ours.isRecord()) return record(ours);
        if (ours.isSealed()) return sealed(ours);
        throw foreign(type);
    }

    private static IllegalStateException foreign(Type type) {
        return new IllegalStateException("no type that can be handed over: " + type);
    }

    private WireShape collection(ParameterizedType type) {
        List<WireShape> elements = new ArrayList<>();
        for (Type argument : type.getActualTypeArguments()) elements.add(of(argument));
        Class<?> raw = (Class<?>) type.getRawType();
        if (raw == List.class) return new CollectionShape.OfList(elements.getFirst());
        if (raw == Set.class) return new CollectionShape.OfSet(elements.getFirst());
        if (raw == Optional.class) return new CollectionShape.OfOptional(elements.getFirst());
        if (raw == Map.class) return new CollectionShape.OfMap(elements.getFirst(), elements.getLast());
        throw foreign(type);
    }

    private WireShape constants(Class<?> type) {
        Object[] all = type.getEnumConstants();
        lines.add("constants " + type.getName() + " " + Arrays.toString(all));
        var shape = new PlainShape(
                (value, out) -> out.number(((Enum<?>) value).ordinal()), in -> all[in.below(all.length)]);
        known.put(type, shape);
        return shape;
    }

    private WireShape record(Class<?> type) {
        var shape = new RecordShape(type);
        known.put(type, shape);
        var words = new StringBuilder("record " + type.getName());
        for (RecordComponent component : type.getRecordComponents()) {
            shape.add(of(component.getGenericType()));
            words.append(' ').append(component.getGenericType()).append(' ').append(component.getName());
        }
        lines.add(words.toString());
        return shape;
    }

    private WireShape sealed(Class<?> type) {
        var shape = new SealedShape();
        known.put(type, shape);
        var leaves = new ArrayList<Class<?>>();
        collect(type, leaves);
        leaves.sort(Comparator.comparing(Class::getName));
        for (Class<?> leaf : leaves) shape.add(leaf, of(leaf));
        lines.add("sealed " + type.getName() + " " + leaves);
        return shape;
    }

    private static void collect(Class<?> type, List<Class<?>> leaves) {
        for (Class<?> permitted : type.getPermittedSubclasses()) {
            if (LEFT_OUT.stream().anyMatch(left -> left.isAssignableFrom(permitted))) continue;
            if (permitted.isSealed() && !permitted.isRecord() && !permitted.isEnum()) collect(permitted, leaves);
            else if (!leaves.contains(permitted)) leaves.add(permitted);
        }
    }

    /** The whole table in words. */
    String words() {
        return String.join("\n", lines);
    }
}
