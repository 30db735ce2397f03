package dev.moirai.witness;

import java.util.List;
import java.util.Map;

/**
 * What it took to answer.
 *
 * @param engine who answered
 * @param failures of other engines, which the answer did without
 */
public record Cost(String engine, Statistics statistics, List<Failure> failures) {
    /** Nobody has done anything. */
    public static final Cost NONE = new Cost("none", new Statistics(0, Map.of()));

    public Cost {
        failures = List.copyOf(failures);
    }

    public Cost(String engine, Statistics statistics) {
        this(engine, statistics, List.of());
    }
}
