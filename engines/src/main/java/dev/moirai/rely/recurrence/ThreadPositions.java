package dev.moirai.rely.recurrence;

import dev.moirai.interpret.State;
import java.util.ArrayList;
import java.util.List;

/** Where threads stand, and what else about them must not change in a round. */
final class ThreadPositions {
    private ThreadPositions() {}

    /** The positions of the first {@code threads} threads. */
    static List<Integer> of(State state, int threads) {
        var places = new ArrayList<Integer>();
        places.add(state.atomicHolder());
        for (int i = 0; i < threads; i++) add(state, i, places);
        return places;
    }

    static void add(State state, int thread, List<Integer> places) {
        places.add(state.hasEnded(thread) ? -1 : state.isNewborn(thread) ? -2 : state.depth(thread));
        for (int level = 0; level < state.depth(thread); level++) {
            places.add(state.function(thread, level));
            places.add(state.position(thread, level));
        }
    }
}
