package dev.moirai.witness;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What was asked about a file and what was found out.
 *
 * @param engine which method answered
 * @param replay whether a violation was seen again by running its schedule
 * @param failures of other methods, which the answer did without
 */
public record Report(
        String file,
        Set<Property> properties,
        String engine,
        Verdict verdict,
        Replay replay,
        Statistics statistics,
        List<Failure> failures) {
    public enum Replay {
        NOT_APPLICABLE,
        CONFIRMED
    }

    public Report {
        properties = properties.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(properties));
        failures = List.copyOf(failures);
    }

    public Report(
            String file,
            Set<Property> properties,
            String engine,
            Verdict verdict,
            Replay replay,
            Statistics statistics) {
        this(file, properties, engine, verdict, replay, statistics, List.of());
    }

    public Report with(List<Failure> others) {
        return new Report(file, properties, engine, verdict, replay, statistics, others);
    }
}
