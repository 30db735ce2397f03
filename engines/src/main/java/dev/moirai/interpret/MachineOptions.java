package dev.moirai.interpret;

import dev.moirai.property.Property;
import java.util.Set;

/**
 * Which violations the machine reports, and at which limits it stops.
 *
 * @param watched the properties whose violation is reported
 * @param leaks whether heap objects alive at the end of the process violate {@link Property#MEMORY}
 * @param maxFrames the most activations that one thread may be in
 * @param maxThreads the most threads that one execution may create
 */
public record MachineOptions(Set<Property> watched, Leaks leaks, int maxFrames, int maxThreads) {
    public static final MachineOptions DEFAULT = new MachineOptions(Property.defaults(), Leaks.ALLOWED, 10_000, 10_000);

    public enum Leaks {
        ALLOWED,
        REPORTED
    }

    public MachineOptions {
        watched = Set.copyOf(watched);
    }

    public boolean watches(Property property) {
        return watched.contains(property);
    }

    public MachineOptions watching(Property... properties) {
        return new MachineOptions(Set.of(properties), leaks, maxFrames, maxThreads);
    }

    public MachineOptions watching(Set<Property> properties) {
        return new MachineOptions(properties, leaks, maxFrames, maxThreads);
    }

    public MachineOptions withLeaks(Leaks leaks) {
        return new MachineOptions(watched, leaks, maxFrames, maxThreads);
    }
}
