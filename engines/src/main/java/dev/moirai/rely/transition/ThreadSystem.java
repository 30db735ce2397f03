package dev.moirai.rely.transition;

import java.util.List;

/** The transitions of one thread, or of each of any number of threads that do the same. */
public record ThreadSystem(
        String name, int number, Copies copies, int start, List<Location> locations, List<Transition> transitions) {
    public enum Copies {
        ONE,
        ANY
    }

    public ThreadSystem {
        locations = List.copyOf(locations);
        transitions = List.copyOf(transitions);
    }

    public Location location(int number) {
        return locations.get(number);
    }

    public List<Location> loopHeads() {
        return locations.stream().filter(Location::isLoopHead).toList();
    }

    public List<Transition> from(int location) {
        return transitions.stream().filter(t -> t.source() == location).toList();
    }

    public boolean isMany() {
        return copies == Copies.ANY;
    }
}
