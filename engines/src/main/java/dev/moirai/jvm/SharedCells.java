package dev.moirai.jvm;

import dev.moirai.trace.Range;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which places several threads touch, one of them writing. A run is followed twice: the first time only to find these; the
 * second time all that is computed from them becomes a trace, and nothing else does.
 */
final class SharedCells {
    private static final int SEVERAL = -1;

    private final Map<Range, Integer> users = new HashMap<>();
    private final Set<Range> written = new HashSet<>();
    private boolean known;

    void note(Range range, int thread, boolean writes) {
        if (known) return;
        users.merge(range, thread, (a, b) -> a.equals(b) ? a : SEVERAL);
        if (writes) written.add(range);
    }

    /** Ends the first pass: nothing is noted any more, and it is known what is shared. */
    void settle() {
        known = true;
    }

    boolean isSettled() {
        return known;
    }

    boolean isShared(Range range) {
        return known && users.getOrDefault(range, 0) == SEVERAL && written.contains(range);
    }

    long count() {
        return users.keySet().stream().filter(this::isShared).count();
    }
}
