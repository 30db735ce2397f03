package dev.moirai.witness;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One attempt of an engine that searches within growing bounds.
 *
 * @param bounds the bounds by name: {@code unwind}, {@code rounds}
 * @param sizes the sizes of what was built: {@code threads}, {@code instructions}, {@code terms}, {@code clauses}
 * @param seconds the time of each stage
 * @param result the result in a word or two
 */
public record Attempt(
        Map<String, Integer> bounds, Map<String, Long> sizes, Map<String, Double> seconds, String result) {
    public Attempt {
        bounds = Collections.unmodifiableMap(new LinkedHashMap<>(bounds));
        sizes = Collections.unmodifiableMap(new LinkedHashMap<>(sizes));
        seconds = Collections.unmodifiableMap(new LinkedHashMap<>(seconds));
    }
}
