package dev.moirai.order;

import java.util.List;

/**
 * A share of all interleavings of a bounded program: for some pairs of events, which of the two is first. {@link Cubes}
 * cuts an encoding into cubes.
 */
public record Cube(List<Decision> decisions) {
    /** All interleavings. */
    public static final Cube EVERYTHING = new Cube(List.of());

    public Cube {
        decisions = List.copyOf(decisions);
    }

    /** That one event is before another, by their numbers in the encoding. */
    public record Decision(int first, int second) {}
}
