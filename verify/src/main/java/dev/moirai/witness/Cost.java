package dev.moirai.witness;

import java.util.List;
import java.util.Map;

/**
 * The work that an answer took.
 *
 * @param engine the engine that answered
 * @param failures internal errors of other engines, without which the answer was found
 */
public record Cost(EngineId engine, Statistics statistics, List<Failure> failures, Origin origin) {
    /** Where the answer comes from. */
    public enum Origin {
        COMPUTED,
        /** It was found before, for the same program and question, and kept. */
        REMEMBERED
    }

    /** No engine was asked. */
    public static final Cost NONE = new Cost(new EngineId("none"), new Statistics(0, Map.of()));

    public Cost {
        failures = List.copyOf(failures);
    }

    public Cost(EngineId engine, Statistics statistics) {
        this(engine, statistics, List.of());
    }

    public Cost(EngineId engine, Statistics statistics, List<Failure> failures) {
        this(engine, statistics, failures, Origin.COMPUTED);
    }
}
