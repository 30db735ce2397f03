package dev.moirai.rely.horn;

import java.util.List;

/**
 * An unknown of the proof rule. {@code name} begins with {@code S} (the states a thread sees at a place), {@code E} (an
 * effect of a transition on others) or {@code T} (from a loop head to a later state); {@code parameters} are columns with
 * the moments 0 and 1.
 */
public record Relation(String name, Kind kind, int thread, List<Integer> places, List<Long> parameters) {
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
