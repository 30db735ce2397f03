package dev.moirai.rely.transition;

import dev.moirai.source.SourceSpan;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * A place at which a thread can be interrupted. {@code live} are the thread's own variables that may be read from here
 * on.
 *
 * @param loop whether it is a cutpoint: every way round a loop passes one, and there ranks must decrease
 */
public record Location(int number, Loop loop, SourceSpan span, Set<Integer> live) {
    public enum Loop {
        HEAD,
        NONE
    }

    public Location {
        live = Collections.unmodifiableSortedSet(new TreeSet<>(live));
    }

    public boolean isLoopHead() {
        return loop == Loop.HEAD;
    }
}
