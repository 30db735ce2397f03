package dev.moirai.rely.transition;

import dev.moirai.source.SourceSpan;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A place at which a thread can be interrupted. {@code live} are the thread's own variables that may be read from here
 * on; {@code contacts} are the accesses it stands before, {@code waits} why it may be blocked there.
 */
public record Location(
        int number, Kind kind, SourceSpan span, Set<Integer> live, Set<Contact> contacts, List<Wait> waits) {
    public enum Kind {
        /** A cutpoint: every way round a loop passes one, and there ranks must decrease. */
        LOOP_HEAD,
        /** Where an assertion has failed. */
        FAILURE,
        /** Where a thread has ended. */
        ENDED,
        /** Where nobody moves any more: the process has ended, or the run. */
        OVER,
        OTHER
    }

    public Location {
        live = Collections.unmodifiableSortedSet(new TreeSet<>(live));
        contacts = Set.copyOf(contacts);
        waits = List.copyOf(waits);
    }

    Location withLive(Set<Integer> other) {
        return new Location(number, kind, span, other, contacts, waits);
    }

    Location with(Set<Contact> more) {
        var all = new HashSet<>(contacts);
        all.addAll(more);
        return new Location(number, kind, span, live, all, waits);
    }

    Location withWaits(List<Wait> other) {
        return new Location(number, kind, span, live, contacts, other);
    }

    public boolean isLoopHead() {
        return kind == Kind.LOOP_HEAD;
    }

    public boolean isFailure() {
        return kind == Kind.FAILURE;
    }
}
