package dev.moirai.witness;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an answer cost: wall-clock seconds, and counts by name ({@code states}, {@code steps}).
 *
 * @param attempts one for each bound tried, in order, if the engine tries several
 */
public record Statistics(double seconds, Map<String, Long> counts, List<Attempt> attempts) {
    public Statistics {
        counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
        attempts = List.copyOf(attempts);
    }

    public Statistics(double seconds, Map<String, Long> counts) {
        this(seconds, counts, List.of());
    }
}
