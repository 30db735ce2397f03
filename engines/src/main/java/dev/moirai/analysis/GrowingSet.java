package dev.moirai.analysis;

import java.util.Arrays;

/**
 * A set of small numbers that only grows and remembers the order of arrival, so that a reader can continue where it
 * stopped.
 */
final class GrowingSet {
    private static final int SCANNED = 8;
    private static final int[] NOTHING = {};

    private int[] elements = NOTHING;
    private int size;
    private long[] bits = {};

    int size() {
        return size;
    }

    int get(int position) {
        return elements[position];
    }

    boolean contains(int element) {
        if (size > SCANNED) {
            int word = element >>> 6;
            return word < bits.length && (bits[word] & (1L << element)) != 0;
        }
        for (int i = 0; i < size; i++) if (elements[i] == element) return true;
        return false;
    }

    /** Returns whether the element is new. */
    boolean add(int element) {
        if (contains(element)) return false;
        if (size == elements.length) elements = Arrays.copyOf(elements, Math.max(2, size * 2));
        elements[size++] = element;
        if (size == SCANNED + 1) for (int i = 0; i < size; i++) mark(elements[i]);
        else if (size > SCANNED) mark(element);
        return true;
    }

    private void mark(int element) {
        int word = element >>> 6;
        if (word >= bits.length) bits = Arrays.copyOf(bits, Math.max(word + 1, bits.length * 2));
        bits[word] |= 1L << element;
    }
}
