package dev.moirai.value;

import java.util.Arrays;

/**
 * A map that has one value everywhere but at finitely many keys; keys and values are {@linkplain ValueNames names}, or the
 * bits of a scalar, without a sign. Immutable, and in one form only: keys ascend, and none has the value that stands everywhere else. Over
 * few keys ({@link #isSmall}), what stands everywhere else is the value of key 0.
 *
 * <p>Programs without quantifiers can tell no other map from all of these: a run looks at finitely many keys.
 */
public final class MapValue {
    private static final long[] NONE = {};

    private final long otherwise;
    private final long[] keys;
    private final long[] values;
    private final int hash;

    private MapValue(long otherwise, long[] keys, long[] values) {
        this.otherwise = otherwise;
        this.keys = keys;
        this.values = values;
        this.hash = (Long.hashCode(otherwise) * 31 + Arrays.hashCode(keys)) * 31 + Arrays.hashCode(values);
    }

    public static MapValue everywhere(long value) {
        return new MapValue(value, NONE, NONE);
    }

    /** Whether there are so few keys that all of them may be written. */
    private static boolean isSmall(int keyBits) {
        return keyBits > 0 && keyBits <= 8;
    }

    public long get(long key) {
        int at = Arrays.binarySearch(keys, key);
        return at >= 0 ? values[at] : otherwise;
    }

    /**
     * The map with another value at the key.
     *
     * @param keyBits the width of the keys if they are bits; 0 for keys without bound
     */
    public MapValue with(long key, long value, int keyBits) {
        if (get(key) == value) return this;
        if (key == 0 && isSmall(keyBits)) return withZero(keyBits, value);
        return put(key, value);
    }

    private MapValue put(long key, long value) {
        int at = Arrays.binarySearch(keys, key);
        if (at >= 0 && value != otherwise) {
            long[] changed = values.clone();
            changed[at] = value;
            return new MapValue(otherwise, keys, changed);
        }
        return at >= 0
                ? new MapValue(otherwise, without(keys, at), without(values, at))
                : new MapValue(otherwise, inserted(keys, -at - 1, key), inserted(values, -at - 1, value));
    }

    /** All keys but 0 keep their values, now written against the new value of key 0. */
    private MapValue withZero(int keyBits, long value) {
        MapValue result = everywhere(value);
        for (long key = 1; key < 1L << keyBits; key++) {
            if (get(key) != value) result = result.put(key, get(key));
        }
        return result;
    }

    private static long[] inserted(long[] from, int at, long value) {
        long[] to = new long[from.length + 1];
        System.arraycopy(from, 0, to, 0, at);
        to[at] = value;
        System.arraycopy(from, at, to, at + 1, from.length - at);
        return to;
    }

    private static long[] without(long[] from, int at) {
        long[] to = new long[from.length - 1];
        System.arraycopy(from, 0, to, 0, at);
        System.arraycopy(from, at + 1, to, at, to.length - at);
        return to;
    }

    /** What stands at all keys that are not among {@link #keys}. */
    public long otherwise() {
        return otherwise;
    }

    /** The keys whose value differs from {@link #otherwise}, ascending. */
    public long[] keys() {
        return keys.clone();
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof MapValue other
                && hash == other.hash
                && otherwise == other.otherwise
                && Arrays.equals(keys, other.keys)
                && Arrays.equals(values, other.values);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
