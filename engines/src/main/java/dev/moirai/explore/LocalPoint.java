package dev.moirai.explore;

import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Where one thread stands, told by the positions of its activations, and what it has been seen to do from there: in its
 * next step, and up to its end, with the threads it starts.
 */
final class LocalPoint {
    final int thread;
    /** Whether the thread is inside an atomic section. */
    final boolean inSection;
    /** What the visible instruction of the next step does. */
    final BitSet first = new BitSet();
    /** What the rest of the step does. */
    final BitSet rest = new BitSet();

    final BitSet future = new BitSet();
    final Set<LocalPoint> next = new LinkedHashSet<>();
    final Set<LocalPoint> before = new LinkedHashSet<>();

    LocalPoint(int thread, boolean inSection) {
        this.thread = thread;
        this.inSection = inSection;
    }
}
