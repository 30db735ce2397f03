package dev.moirai.jvm.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The schedule of the run so far: whose turn, how many steps. */
final class Segments {
    private long[] pairs = new long[256];
    private int size;

    void add(int thread, long steps) {
        if (size + 2 > pairs.length) pairs = Arrays.copyOf(pairs, 2 * pairs.length);
        pairs[size++] = thread;
        pairs[size++] = steps;
    }

    /** The segment that is not finished, if a thread has the token. */
    void last(@Nullable Controlled holder, long steps) {
        if (holder != null) add(holder.number, steps);
    }

    int count() {
        return size / 2;
    }

    long thread(int index) {
        return pairs[2 * index];
    }

    long steps(int index) {
        return pairs[2 * index + 1];
    }
}
