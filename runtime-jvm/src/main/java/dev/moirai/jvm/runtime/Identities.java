package dev.moirai.jvm.runtime;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of objects, in the order in which the run first speaks of them; only the token's holder comes here. The JVM is
 * started with sequential hash codes, and hash codes are asked for at the same moments whether numbers are given or not: so
 * they are the same in every run of one schedule.
 */
final class Identities {
    private static final class Entry extends WeakReference<Object> {
        final int hash;
        final int number;

        @Nullable
        Entry next;

        Entry(Object object, int hash, int number, @Nullable Entry next) {
            super(object);
            this.hash = hash;
            this.number = number;
            this.next = next;
        }
    }

    /** Whether objects get numbers. */
    static boolean numbers;

    private static @Nullable Entry[] table = new @Nullable Entry[1 << 12];
    private static int size;
    private static int last;
    private static final Map<String, Integer> TYPES = new HashMap<>();
    private static final List<String> TYPE_NAMES = new ArrayList<>();
    private static int[] typeOf = new int[1 << 12];
    private static int[] ordinalOf = new int[1 << 12];
    private static int[] lengthOf = new int[1 << 12];
    private static int[] ofType = new int[64];

    private Identities() {}

    /** Gives the object its hash code now, so that it has the same one whether the run tells of it or not. */
    static void hash(@Nullable Object object) {
        if (object != null && System.identityHashCode(object) == 0) throw new AssertionError();
    }

    /**
     * Lets hash codes go on from the same number in every run: they are sequential, and the start of the JVM uses up sometimes
     * more of them and sometimes fewer.
     */
    static void level(int first) {
        for (int i = 0; i < first && System.identityHashCode(new Object()) < first; i++) {}
    }

    /** The number of the object, 0 for null. */
    static int of(@Nullable Object object) {
        if (object == null) return 0;
        int identity = System.identityHashCode(object);
        if (!numbers) return 0;
        int hash = identity * 0x9E3779B9;
        int slot = hash >>> 8 & table.length - 1;
        Entry first = table[slot];
        for (Entry each = first; each != null; each = each.next) {
            if (each.hash == hash && each.refersTo(object)) return each.number;
        }
        int number = ++last;
        table[slot] = new Entry(object, hash, number, first);
        describe(object, number);
        if (++size > table.length) grow();
        return number;
    }

    private static void describe(Object object, int number) {
        if (number >= typeOf.length) {
            typeOf = Arrays.copyOf(typeOf, 2 * number);
            ordinalOf = Arrays.copyOf(ordinalOf, 2 * number);
            lengthOf = Arrays.copyOf(lengthOf, 2 * number);
        }
        Class<?> type = object.getClass();
        int index = type(type.getName());
        if (index >= ofType.length) ofType = Arrays.copyOf(ofType, 2 * index);
        typeOf[number] = index;
        ordinalOf[number] = ++ofType[index];
        lengthOf[number] = type.isArray() ? java.lang.reflect.Array.getLength(object) : -1;
        Log.object(index, lengthOf[number]);
    }

    private static int type(String name) {
        Integer known = TYPES.get(name);
        if (known != null) return known;
        TYPES.put(name, TYPE_NAMES.size());
        TYPE_NAMES.add(name);
        return TYPE_NAMES.size() - 1;
    }

    private static void grow() {
        @Nullable Entry[] old = table;
        var bigger = new @Nullable Entry[2 * old.length];
        size = 0;
        for (Entry head : old) {
            for (Entry each = head; each != null; ) {
                Entry next = each.next;
                if (!each.refersTo(null)) {
                    int slot = each.hash >>> 8 & bigger.length - 1;
                    each.next = bigger[slot];
                    bigger[slot] = each;
                    size++;
                }
                each = next;
            }
        }
        table = bigger;
    }

    static List<String> types() {
        return TYPE_NAMES;
    }

    /** What the object is called: {@code Account#3}, {@code int[8]#12}; classes by their names. */
    static String name(@Nullable Object object) {
        if (object == null) return "null";
        if (object instanceof Class<?> type) return simple(type.getName());
        if (object instanceof Thread thread && Token.of(thread) != null) return thread.getName();
        if (!numbers) return simple(object.getClass().getName());
        return name(of(object));
    }

    static String name(int number) {
        if (number == 0) return "null";
        String type = TYPE_NAMES.get(typeOf[number]);
        if (lengthOf[number] < 0) return simple(type) + "#" + ordinalOf[number];
        String element = ShownNames.element(type);
        return element + "[" + lengthOf[number] + "]#" + ordinalOf[number];
    }

    private static String simple(String name) {
        return ShownNames.simple(name);
    }
}
