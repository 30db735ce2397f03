package dev.moirai.bound;

import java.util.Map;

/**
 * How far to look. {@code unwind}: how often a loop's body runs at most, and how deep a function calls itself; {@code
 * unwindSet} says otherwise for single loops and functions, by the names of {@link CutPoint}. {@code threads}: how many threads there may be, main included.
 * {@code instructions}: when to give up with {@link TooLargeException}.
 */
public record BoundOptions(int unwind, Map<String, Integer> unwindSet, int threads, int instructions) {
    public static final int DEFAULT_THREADS = 64;
    public static final int DEFAULT_INSTRUCTIONS = 2_000_000;

    public BoundOptions {
        if (unwind < 0) throw new IllegalArgumentException("unwind must not be negative: " + unwind);
        if (threads < 1) throw new IllegalArgumentException("there is at least one thread: " + threads);
        unwindSet = Map.copyOf(unwindSet);
    }

    public static BoundOptions unwind(int unwind) {
        return new BoundOptions(unwind, Map.of(), DEFAULT_THREADS, DEFAULT_INSTRUCTIONS);
    }

    public BoundOptions withUnwindSet(Map<String, Integer> newUnwindSet) {
        return new BoundOptions(unwind, newUnwindSet, threads, instructions);
    }

    public BoundOptions withThreads(int newThreads) {
        return new BoundOptions(unwind, unwindSet, newThreads, instructions);
    }

    int bodyRuns(Loop loop) {
        return unwindSet.getOrDefault(loop.id(), unwind);
    }

    /** How many activations of a function there may be at a time. */
    int depth(String function) {
        return Math.max(1, unwindSet.getOrDefault(function, unwind));
    }
}
