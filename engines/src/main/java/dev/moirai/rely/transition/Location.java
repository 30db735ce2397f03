package dev.moirai.rely.transition;

import dev.moirai.source.SourceSpan;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * A place at which a thread can be interrupted. {@code live} are the thread's own variables that may be read from here
 * on.
 *
 */
public record Location(int number, Kind kind, SourceSpan span, Set<Integer> live) {
    public enum Kind {
        /** A cutpoint: every way round a loop passes one, and there ranks must decrease. */
        LOOP_HEAD,
        /** Where an assertion has failed. */
        FAILURE,
        OTHER
    }

    public Location {
        live = Collections.unmodifiableSortedSet(new TreeSet<>(live));
    }

    public boolean isLoopHead() {
        return kind == Kind.LOOP_HEAD;
    }

    public boolean isFailure() {
        return kind == Kind.FAILURE;
    }
}
