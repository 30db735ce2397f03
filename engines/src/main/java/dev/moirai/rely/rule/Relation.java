package dev.moirai.rely.rule;

import java.util.List;

/**
 * An unknown of the proof rule. {@code name} begins with {@code S} (the states a thread sees at a place), {@code E} (an
 * effect of a transition on another thread), {@code T} (from a loop head to a later state) or {@code B} (the same,
 * where the viewer is back where it was); {@code parameters} are columns with the moments 0 and 1.
 *
 * @param thread that makes the step of an effect; otherwise the viewer
 * @param viewer whose view it is: for an effect, the thread that suffers it
 */
public record Relation(String name, Kind kind, int thread, int viewer, List<Integer> places, List<Long> parameters) {
    public enum Kind {
        STATES,
        EFFECT,
        RUNS
    }

    public Relation {
        places = List.copyOf(places);
        parameters = List.copyOf(parameters);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Relation relation && relation.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }
}
