package dev.moirai.bound;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The instructions of a program that some thread of a bounded one has in its text. */
public final class CopiedSites {
    private final Map<String, BitSet> indices = new HashMap<>();

    void add(String function, int index) {
        indices.computeIfAbsent(function, _ -> new BitSet()).set(index);
    }

    public boolean contains(Site site) {
        BitSet known = indices.get(site.function());
        return known != null && known.get(site.index());
    }
}
