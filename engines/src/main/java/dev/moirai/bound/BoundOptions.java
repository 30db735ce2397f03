package dev.moirai.bound;

import dev.moirai.property.CutPoint;
import java.util.Map;

/**
 * How far to look. {@code unwind}: how often a loop's body runs at most, and how deep a function calls itself; {@code
 * unwindSet} says otherwise for single loops and functions, by the names of {@link CutPoint}. {@code threads}: how many
 * threads there may be, main included;
 * {@code plainThreads}: how many where the program's text makes plain that it creates so many.
 * {@code instructions}: when to give up with {@link TooLargeException}. {@code values}: which values locals must have. {@code
 * counted}: how often a loop may run beyond its bound while it is plain at every turn that it runs on, as in {@code for (i
 * = 0; i < 10; i++)}. {@code prelude}: main's way before the first thread, which is not unwound.
 */
public record BoundOptions(
        int unwind,
        Map<String, Integer> unwindSet,
        int threads,
        int plainThreads,
        int instructions,
        Values values,
        int counted,
        Prelude prelude) {
    public static final int DEFAULT_THREADS = 64;
    public static final int DEFAULT_PLAIN_THREADS = 4096;
    public static final int DEFAULT_INSTRUCTIONS = 2_000_000;

    public enum Values {
        /** Those that somebody reads later. */
        NEEDED,
        /** All, so that a thread's locals can be compared at any two places. */
        ALL
    }

    public BoundOptions {
        if (unwind < 0) throw new IllegalArgumentException("unwind must not be negative: " + unwind);
        if (threads < 1) throw new IllegalArgumentException("there is at least one thread: " + threads);
        unwindSet = Map.copyOf(unwindSet);
    }

    public static BoundOptions unwind(int unwind) {
        return new BoundOptions(
                unwind,
                Map.of(),
                DEFAULT_THREADS,
                DEFAULT_PLAIN_THREADS,
                DEFAULT_INSTRUCTIONS,
                Values.NEEDED,
                0,
                Prelude.NONE);
    }

    public BoundOptions withUnwindSet(Map<String, Integer> newUnwindSet) {
        return new BoundOptions(unwind, newUnwindSet, threads, plainThreads, instructions, values, counted, prelude);
    }

    /** Exactly so many threads at most, also where the program says plainly how many it starts. */
    public BoundOptions withThreads(int newThreads) {
        return new BoundOptions(unwind, unwindSet, newThreads, newThreads, instructions, values, counted, prelude);
    }

    public BoundOptions withAllValues() {
        return new BoundOptions(unwind, unwindSet, threads, plainThreads, instructions, Values.ALL, counted, prelude);
    }

    public BoundOptions withCounted(int newCounted) {
        return new BoundOptions(unwind, unwindSet, threads, plainThreads, instructions, values, newCounted, prelude);
    }

    public BoundOptions after(Prelude newPrelude) {
        return new BoundOptions(unwind, unwindSet, threads, plainThreads, instructions, values, counted, newPrelude);
    }

    int bodyRuns(Loop loop) {
        return unwindSet.getOrDefault(loop.id(), unwind);
    }

    /** How many activations of a function there may be at a time. */
    int depth(String function) {
        return Math.max(1, unwindSet.getOrDefault(function, unwind));
    }
}
