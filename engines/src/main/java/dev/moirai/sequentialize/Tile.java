package dev.moirai.sequentialize;

import java.util.List;
import java.util.Optional;

/**
 * A share of all interleavings of a sequential program: in which part of its thread's text each of some contexts ends.
 * All other contexts end where they like. {@link Tiling} cuts a program into tiles.
 */
public record Tile(List<Window> windows) {
    /** All interleavings. */
    public static final Tile EVERYTHING = new Tile(List.of());

    public Tile {
        windows = List.copyOf(windows);
    }

    /**
     * The points at which the context of a thread (by its number) in a round (from 1) ends.
     *
     * @param last the last such point; it belongs to the window
     */
    public record Window(int thread, int round, int first, int last) {
        public Window {
            if (first > last) throw new IllegalArgumentException("an empty window: " + first + " to " + last);
        }

        public boolean contains(int point) {
            return first <= point && point <= last;
        }
    }

    Optional<Window> window(int thread, int round) {
        return windows.stream()
                .filter(window -> window.thread() == thread && window.round() == round)
                .findFirst();
    }
}
