package dev.moirai.rely.transition;

import dev.moirai.source.SourceSpan;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * A place at which a thread can be interrupted. {@code live} are the thread's own variables that may be read from here
 * on; {@code contacts} are the accesses it stands before.
 */
public record Location(int number, Kind kind, SourceSpan span, Set<Integer> live, Set<Contact> contacts) {
    public enum Kind {
        /** A cutpoint: every way round a loop passes one, and there ranks must decrease. */
        LOOP_HEAD,
        /** Where an assertion has failed. */
        FAILURE,
        OTHER
    }

    public Location {
        live = Collections.unmodifiableSortedSet(new TreeSet<>(live));
        contacts = Set.copyOf(contacts);
    }

    Location withLive(Set<Integer> other) {
        return new Location(number, kind, span, other, contacts);
    }

    Location with(Set<Contact> more) {
        var all = new HashSet<>(contacts);
        all.addAll(more);
        return new Location(number, kind, span, live, all);
    }

    public boolean isLoopHead() {
        return kind == Kind.LOOP_HEAD;
    }

    public boolean isFailure() {
        return kind == Kind.FAILURE;
    }
}
