package dev.moirai.trace;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Which symbol names the contents of which memory, for loads that no other thread can disturb. */
final class Shadow {
    private record Entry(long bytes, int symbol) {}

    private final Map<Integer, TreeMap<Long, Entry>> objects = new HashMap<>();

    void store(Range range, int symbol) {
        TreeMap<Long, Entry> object = objects.get(range.object());
        if (object == null) {
            if (symbol == 0) return;
            object = new TreeMap<>();
            objects.put(range.object(), object);
        }
        Optional<Long> overlapping = overlapping(object, range);
        while (overlapping.isPresent()) {
            object.remove(overlapping.get());
            overlapping = overlapping(object, range);
        }
        if (symbol != 0) object.put(range.offset(), new Entry(range.bytes(), symbol));
    }

    /** The symbol of the range, 0 for a concrete value; empty if the range covers only a part of what a symbol names. */
    OptionalInt load(Range range) {
        TreeMap<Long, Entry> object = objects.get(range.object());
        if (object == null) return OptionalInt.of(0);
        Entry exact = object.get(range.offset());
        if (exact != null && exact.bytes() == range.bytes()) return OptionalInt.of(exact.symbol());
        return overlapping(object, range).isPresent() ? OptionalInt.empty() : OptionalInt.of(0);
    }

    private static Optional<Long> overlapping(TreeMap<Long, Entry> object, Range range) {
        var last = object.lowerEntry(range.offset() + range.bytes());
        if (last == null || last.getKey() + last.getValue().bytes() <= range.offset()) return Optional.empty();
        return Optional.of(last.getKey());
    }
}
