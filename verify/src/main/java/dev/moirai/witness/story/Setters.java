package dev.moirai.witness.story;

import java.util.HashMap;
import java.util.Map;

/**
 * Which step has set a place last. A map is set where one of its cells is, and a cell where the map is: {@code m[1][3]} by {@code m[1] :=
 * row}.
 */
final class Setters {
    private static final char CELL = '[';

    private final Map<String, Integer> whole = new HashMap<>();
    private final Map<String, Integer> inside = new HashMap<>();

    void set(String place, int step) {
        whole.put(place, step);
        for (int at = place.indexOf(CELL); at > 0; at = place.indexOf(CELL, at + 1)) {
            inside.put(place.substring(0, at), step);
        }
    }

    /** The step, or -1 if nobody has set the place. */
    int of(String place) {
        int last = Math.max(whole.getOrDefault(place, -1), inside.getOrDefault(place, -1));
        for (int at = place.indexOf(CELL); at > 0; at = place.indexOf(CELL, at + 1)) {
            last = Math.max(last, whole.getOrDefault(place.substring(0, at), -1));
        }
        return last;
    }
}
