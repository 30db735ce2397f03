package dev.moirai.explore;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The cost of a search: distinct states, steps executed, longest path, time, and the most memory seen in use. */
public record SearchStatistics(long states, long transitions, long deepest, double seconds, long peakBytes) {
    public double statesPerSecond() {
        return seconds > 0 ? states / seconds : 0;
    }

    /** The counts by their names in reports. */
    public Map<String, Long> counts() {
        var counts = new LinkedHashMap<String, Long>();
        counts.put("states", states);
        counts.put("transitions", transitions);
        counts.put("depth", deepest);
        counts.put("megabytes", peakBytes >> 20);
        return counts;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d states, %d transitions, depth %d, %.2f s, %.0f states/s, %d MB",
                states,
                transitions,
                deepest,
                seconds,
                statesPerSecond(),
                peakBytes >> 20);
    }
}
