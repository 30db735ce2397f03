package dev.moirai.witness;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One try of an engine that looks within growing bounds.
 *
 * @param bounds by name: {@code unwind}, {@code rounds}
 * @param sizes of what was built: {@code threads}, {@code instructions}, {@code terms}, {@code clauses}
 * @param seconds by stage
 * @param result in a word or two
 */
public record Attempt(
        Map<String, Integer> bounds, Map<String, Long> sizes, Map<String, Double> seconds, String result) {
    public Attempt {
        bounds = Collections.unmodifiableMap(new LinkedHashMap<>(bounds));
        sizes = Collections.unmodifiableMap(new LinkedHashMap<>(sizes));
        seconds = Collections.unmodifiableMap(new LinkedHashMap<>(seconds));
    }
}
