package dev.moirai.bound;

import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.util.Set;

/**
 * Something of a program that a verdict within bounds must not be silent about when nothing came there.
 *
 * @param sites to come to one of them is enough
 */
public record Landmark(Kind kind, Set<Site> sites, SourceSpan span) {
    public enum Kind {
        /** A thread is created. */
        THREAD,
        /** It is decided whether an assertion holds. */
        ASSERTION,
        /** A loop of the entry function is left. */
        LOOP_EXIT,
        /** A thread may have to wait. */
        WAIT,
        /** A lock or another synchronisation object, or a thread handle, is used. */
        SYNCHRONISATION
    }

    public Landmark {
        sites = Set.copyOf(sites);
    }

    /** What a run must pass before the absence of a violation means anything. Memory and arithmetic are everywhere. */
    public static Set<Kind> of(Property property) {
        return switch (property) {
            case ASSERTION -> Set.of(Kind.ASSERTION);
            case DATA_RACE, ATOMICITY -> Set.of(Kind.THREAD);
            case DEADLOCK -> Set.of(Kind.WAIT);
            case LOCK_MISUSE -> Set.of(Kind.SYNCHRONISATION);
            case MEMORY, DIVISION, OVERFLOW, LIVELOCK, EXCEPTION -> Set.of();
        };
    }
}
