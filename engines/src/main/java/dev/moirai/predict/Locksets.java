package dev.moirai.predict;

import java.util.List;

/** Whether a common lock keeps two steps apart. */
final class Locksets {
    private Locksets() {}

    static boolean exclude(List<Section> one, List<Section> other) {
        for (Section a : one) for (Section b : other) if (a.excludes(b)) return true;
        return false;
    }

    /** The locks held, and how: equal for steps that no lockset argument tells apart. */
    static List<Long> signature(List<Section> held) {
        if (held.isEmpty()) return List.of();
        return held.stream()
                .map(section -> (long) section.lock() << 1 | section.mode().ordinal())
                .sorted()
                .toList();
    }

    /** The sections that both steps of one thread are in, without a gap. */
    static List<Section> throughout(Node first, Node second) {
        return first.held().stream().filter(second.held()::contains).toList();
    }
}
