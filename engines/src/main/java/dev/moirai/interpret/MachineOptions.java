package dev.moirai.interpret;

import dev.moirai.property.Property;
import java.util.Set;

/**
 * Which violations the machine reports, and at which limits it stops.
 *
 * @param watched the properties whose violation is reported
 * @param maxFrames the most activations that one thread may be in
 * @param maxThreads the most threads that one execution may create
 */
public record MachineOptions(Set<Property> watched, int maxFrames, int maxThreads) {
    public static final MachineOptions DEFAULT = new MachineOptions(Property.defaults(), 10_000, 10_000);

    public MachineOptions {
        watched = Set.copyOf(watched);
    }

    public boolean watches(Property property) {
        return watched.contains(property);
    }

    public MachineOptions watching(Property... properties) {
        return new MachineOptions(Set.of(properties), maxFrames, maxThreads);
    }

    public MachineOptions watching(Set<Property> properties) {
        return new MachineOptions(properties, maxFrames, maxThreads);
    }
}
