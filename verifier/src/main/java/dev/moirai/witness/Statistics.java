package dev.moirai.witness;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What an answer cost: wall-clock seconds, and counts by name ({@code states}, {@code steps}). */
public record Statistics(double seconds, Map<String, Long> counts) {
    public Statistics {
        counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    }
}
