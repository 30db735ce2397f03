package dev.moirai.verify.cache;

import dev.moirai.source.SourceTexts;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A digest of data made of records, by their components: whatever is added to a record counts from then on, without anybody
 * having to think of it. Source texts are left out, which are for readers only. Objects of classes that are not known to be
 * data have no digest. What is shared is digested once.
 */
final class StructureDigest {
    private final Map<Object, byte[]> known = new IdentityHashMap<>();
    private final Map<Class<?>, List<Method>> components = new HashMap<>();

    private StructureDigest() {}

    /** The digest of these objects in this order, or nothing if one of them holds what is not known to be data. */
    static Optional<String> of(Object... parts) {
        try {
            return Optional.of(HexFormat.of().formatHex(new StructureDigest().digest(Arrays.asList(parts))));
        } catch (UnknownClassException | ReflectiveOperationException | StackOverflowError e) {
            return Optional.empty();
        }
    }

    private static final class UnknownClassException extends Exception {
        private static final long serialVersionUID = 1L;

        UnknownClassException(Class<?> type) {
            super(type.getName());
        }
    }

    private byte[] digest(Object value) throws UnknownClassException, ReflectiveOperationException {
        byte[] before = known.get(value);
        if (before != null) return before;
        byte[] digest = switch (value) {
            case String text -> leaf("text", text);
            case Number number when isPlain(number) -> leaf(number.getClass().getSimpleName(), number.toString());
            case Boolean truth -> leaf("truth", truth.toString());
            case Character character -> leaf("character", character.toString());
            case Enum<?> constant -> leaf(constant.getDeclaringClass().getName(), constant.name());
            case Optional<?> optional -> all("optional", optional.stream().toList());
            case OptionalInt optional -> leaf("optional int", optional.toString());
            case OptionalLong optional -> leaf("optional long", optional.toString());
            case byte[] bytes -> leaf("bytes", Arrays.toString(bytes));
            case long[] numbers -> leaf("longs", Arrays.toString(numbers));
            case int[] numbers -> leaf("ints", Arrays.toString(numbers));
            case Collection<?> several -> isOrdered(several) ? all("ordered", several) : unordered(several);
            case Map<?, ?> map -> isOrdered(map) ? all("ordered map", entries(map)) : unordered(entries(map));
            case Record record -> ofRecord(record);
            case SourceTexts _ -> leaf("texts", "");
            default -> throw new UnknownClassException(value.getClass());
        };
        known.put(value, digest);
        return digest;
    }

    private static boolean isPlain(Number number) {
        return number instanceof Integer
                || number instanceof Long
                || number instanceof Short
                || number instanceof Byte
                || number instanceof Double
                || number instanceof Float
                || number instanceof BigInteger;
    }

    /** Whether it always gives its elements in the same order: hash tables, {@code Set.of} and {@code Map.of} do not. */
    private static boolean isOrdered(Object collection) {
        String name = collection.getClass().getName();
        boolean isHashed = name.equals("java.util.HashMap") || name.equals("java.util.HashSet");
        boolean isConstant =
                name.startsWith("java.util.ImmutableCollections$") && (name.contains("Set") || name.contains("Map"));
        return !isHashed && !isConstant;
    }

    private static List<Object> entries(Map<?, ?> map) {
        var entries = new ArrayList<Object>();
        map.forEach((key, value) -> entries.add(List.of(key, value)));
        return entries;
    }

    private byte[] unordered(Collection<?> several) throws UnknownClassException, ReflectiveOperationException {
        var digests = new ArrayList<String>();
        for (Object one : several) digests.add(HexFormat.of().formatHex(digest(one)));
        digests.sort(null);
        return leaf("unordered", digests.toString());
    }

    private byte[] all(String kind, Collection<?> several) throws UnknownClassException, ReflectiveOperationException {
        MessageDigest sum = sha256();
        sum.update(leaf(kind, Integer.toString(several.size())));
        for (Object one : several) sum.update(digest(one));
        return sum.digest();
    }

    private byte[] ofRecord(Record record) throws UnknownClassException, ReflectiveOperationException {
        MessageDigest sum = sha256();
        sum.update(leaf("record", record.getClass().getName()));
        for (Method component : components(record.getClass())) sum.update(digest(component.invoke(record)));
        return sum.digest();
    }

    private List<Method> components(Class<?> type) {
        return components.computeIfAbsent(type, one -> {
            var methods = new ArrayList<Method>();
            for (RecordComponent component : one.getRecordComponents()) {
                Method accessor = component.getAccessor();
                accessor.setAccessible(true);
                methods.add(accessor);
            }
            return methods;
        });
    }

    private static byte[] leaf(String kind, String text) {
        MessageDigest sum = sha256();
        byte[] name = kind.getBytes(StandardCharsets.UTF_8);
        sum.update((byte) name.length);
        sum.update(name);
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return sum.digest();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
