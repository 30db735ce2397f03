package dev.moirai.property;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What must never happen. */
public enum Property {
    /** An assertion fails, or a place that must not be reached is reached. */
    ASSERTION,
    /** Some thread is blocked and none can move. */
    DEADLOCK,
    /** A lock or another synchronisation object, or a thread handle, is used against its rules. */
    LOCK_MISUSE,
    /** Memory is touched that is null, out of bounds, freed or constant, or freed twice. */
    MEMORY,
    /** An integer is divided by zero, or the least one by -1: the machine ends the program there. */
    DIVISION,
    /** Signed overflow, undefined shift; also what {@link #DIVISION} names, unless that is looked for by its own name. */
    OVERFLOW,
    /** Two conflicting accesses, not both atomic, that nothing orders. */
    DATA_RACE,
    /** A transaction is broken by an access of another thread. Only executions show this, no single state does. */
    ATOMICITY,
    /** A run goes on for ever under a fair scheduler: what {@code livelock} looks for. */
    LIVELOCK,
    /** A thread of a JVM program ends by an exception that nobody catches. */
    EXCEPTION;

    /** The word for it on the command line: {@code data-race}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<Property> ofWord(String word) {
        for (Property property : values()) if (property.word().equals(word)) return Optional.of(property);
        return Optional.empty();
    }

    /**
     * What an execution or a state can violate by itself: all but {@link #ATOMICITY} and {@link #LIVELOCK}, which only
     * {@code predict} and {@code livelock} look for, and {@link #EXCEPTION}, which C does not have.
     */
    public static Set<Property> ofExecutions() {
        return EnumSet.complementOf(EnumSet.of(ATOMICITY, LIVELOCK, EXCEPTION));
    }

    /** What {@code check} looks for by default: whatever ends a program early or keeps it from ending. */
    public static Set<Property> defaults() {
        return EnumSet.of(ASSERTION, DEADLOCK, LOCK_MISUSE, MEMORY, DIVISION);
    }

    /** The property that a division without a result violates, if these properties are looked for. */
    public static Property ofDivision(Set<Property> watched) {
        return watched.contains(OVERFLOW) && !watched.contains(DIVISION) ? OVERFLOW : DIVISION;
    }
}
