package dev.moirai.solve.sat;

import java.util.Arrays;

/** A growing array of ints; its fields are open to the classes of this package, for speed. */
final class IntStack {
    int[] data;
    int size;

    IntStack(int capacity) {
        data = new int[capacity];
    }

    void push(int value) {
        if (size == data.length) data = Arrays.copyOf(data, size * 2);
        data[size++] = value;
    }

    void ensure(int capacity) {
        if (capacity > data.length) data = Arrays.copyOf(data, Math.max(capacity, 2 * data.length));
    }
}
