package dev.moirai.explore;

import dev.moirai.interpret.State;
import dev.moirai.interpret.State.Origin;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Numbers for ranges of memory, and which of them overlap. A place has the same number in all interleavings: objects whose
 * pages depend on the interleaving go by their origin, and all objects of one origin count as one. Beside memory there
 * are places for what is no memory: the numbering of threads, and each thread's life.
 */
final class SeenPlaces {
    /** Origins get addresses that no object has: negative ones, so far apart. */
    private static final int APART = 33;

    private enum Special {
        NUMBERING
    }

    private record Life(int thread) {}

    private record Range(long start, long bytes) {
        boolean overlaps(Range other) {
            return start < other.start + other.bytes && other.start < start + bytes;
        }
    }

    private final Map<Object, Long> bases = new HashMap<>();
    private final Map<Range, Integer> numbers = new HashMap<>();
    private final List<Range> ranges = new ArrayList<>();
    private final List<BitSet> overlapping = new ArrayList<>();
    private final int everything;

    SeenPlaces() {
        everything = number(new Range(0, 0));
    }

    /** Stands for an access of which nobody knows what it touches: it overlaps with every place. */
    int everything() {
        return everything;
    }

    /** The order in which threads are numbered. */
    int numbering() {
        return number(new Range(base(Special.NUMBERING), 1));
    }

    /** What joining, detaching and ending a thread change. */
    int life(int thread) {
        return number(new Range(base(new Life(thread)), 1));
    }

    int of(State state, long address, long bytes) {
        Optional<Origin> origin = state.origin(address);
        long start = origin.isEmpty() ? address : base(origin.get()) + state.offset(address);
        return number(new Range(start, Math.max(1, bytes)));
    }

    /** The places that overlap with this one, itself included. */
    BitSet overlapping(int place) {
        return overlapping.get(place);
    }

    int count() {
        return ranges.size();
    }

    private long base(Object key) {
        Long known = bases.get(key);
        if (known != null) return known;
        long base = Long.MIN_VALUE + ((long) (bases.size() + 1) << APART);
        bases.put(key, base);
        return base;
    }

    private int number(Range range) {
        Integer known = numbers.get(range);
        if (known != null) return known;
        int number = ranges.size();
        numbers.put(range, number);
        ranges.add(range);
        var others = new BitSet();
        others.set(number);
        for (int other = 0; other < number; other++) {
            if (other != everything && !ranges.get(other).overlaps(range)) continue;
            others.set(other);
            overlapping.get(other).set(number);
        }
        overlapping.add(others);
        return number;
    }
}
