package dev.moirai.verify.engine;

import dev.moirai.property.Verdict;
import dev.moirai.witness.Attempt;
import dev.moirai.witness.Failure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an engine says, and what it cost it. */
public record Finding(
        String engine, Verdict verdict, Map<String, Long> counts, List<Attempt> attempts, List<Failure> failures) {
    public Finding(String engine, Verdict verdict, Map<String, Long> counts) {
        this(engine, verdict, counts, List.of(), List.of());
    }

    /** The sizes are those of the last attempt. */
    public static Finding of(String engine, Verdict verdict, List<Attempt> attempts) {
        var counts = new LinkedHashMap<String, Long>();
        counts.put("bounds tried", (long) attempts.size());
        if (!attempts.isEmpty()) counts.putAll(attempts.getLast().sizes());
        return new Finding(engine, verdict, counts, attempts, List.of());
    }

    Finding with(List<Failure> others) {
        return new Finding(engine, verdict, counts, attempts, List.copyOf(others));
    }
}
