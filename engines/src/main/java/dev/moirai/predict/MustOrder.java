package dev.moirai.predict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is before what in every reordering because of creation and join alone: the paper's must-happen-before analysis. A
 * thread falls into segments, cut at its creations and joins; each has a vector clock, so that a query takes constant time and
 * preparing is linear in the trace.
 */
final class MustOrder {
    private final List<int[]> clocks = new ArrayList<>();
    private final List<Integer> threadOf = new ArrayList<>();
    private final int threads;
    private final int[] current;

    MustOrder(int threads) {
        this.threads = threads;
        this.current = new int[threads];
        Arrays.fill(current, -1);
        begin(0);
    }

    private void begin(int thread) {
        int[] clock = current[thread] < 0
                ? new int[threads]
                : clocks.get(current[thread]).clone();
        clock[thread]++;
        current[thread] = clocks.size();
        clocks.add(clock);
        threadOf.add(thread);
    }

    /** The segment a thread is in. */
    int segment(int thread) {
        if (current[thread] < 0) begin(thread);
        return current[thread];
    }

    /** {@code parent} has begun {@code child}: what it did so far is before all the child does. */
    void spawned(int parent, int child) {
        int[] clock = clocks.get(segment(parent)).clone();
        clock[child]++;
        current[child] = clocks.size();
        clocks.add(clock);
        threadOf.add(child);
        begin(parent);
    }

    /** {@code waiting} is about to join {@code ended}. The joining step itself belongs to the new segment. */
    void joins(int waiting, int ended) {
        begin(waiting);
        int[] clock = clocks.get(current[waiting]);
        int[] theirs = clocks.get(segment(ended));
        for (int i = 0; i < threads; i++) clock[i] = Math.max(clock[i], theirs[i]);
    }

    /** Whether everything in one segment is before everything in the other, which is another thread's. */
    boolean isBefore(int first, int second) {
        int thread = threadOf.get(first);
        return clocks.get(first)[thread] <= clocks.get(second)[thread];
    }

    /** Whether {@code first} comes before {@code second} in every order. */
    boolean isBefore(StepNode first, StepNode second) {
        if (first.thread() == second.thread()) return first.position() < second.position();
        return isBefore(first.segment(), second.segment());
    }

    boolean areOrdered(StepNode a, StepNode b) {
        return isBefore(a, b) || isBefore(b, a);
    }
}
