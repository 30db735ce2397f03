package dev.moirai.predict;

import java.util.List;

/** Whether a common lock keeps two steps apart. */
final class CommonLocks {
    private CommonLocks() {}

    static boolean exclude(List<CriticalSection> one, List<CriticalSection> other) {
        for (CriticalSection a : one) for (CriticalSection b : other) if (a.excludes(b)) return true;
        return false;
    }

    /** Which locks are held, and in which mode: steps with equal signatures are excluded by the same other steps. */
    static List<Long> signature(List<CriticalSection> held) {
        if (held.isEmpty()) return List.of();
        return held.stream()
                .map(section -> (long) section.lock() << 1 | section.mode().ordinal())
                .sorted()
                .toList();
    }

    /** The critical sections that contain both steps, which are of one thread. */
    static List<CriticalSection> throughout(StepNode first, StepNode second) {
        return first.held().stream().filter(second.held()::contains).toList();
    }
}
