package dev.moirai.verify.engine;

import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.witness.Attempt;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Failure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An engine's answer and its cost.
 *
 * @param evidence what the engine shows beyond the verdict, if anything
 * @param failures internal errors of other engines, without which the answer was found
 */
public record Finding<E>(
        EngineId engine,
        Verdict verdict,
        Optional<E> evidence,
        Map<String, Long> counts,
        List<Attempt> attempts,
        List<Failure> failures) {
    public Finding {
        attempts = List.copyOf(attempts);
        failures = List.copyOf(failures);
    }

    public Finding(EngineId engine, Verdict verdict, Map<String, Long> counts) {
        this(engine, verdict, Optional.empty(), counts, List.of(), List.of());
    }

    /** The finding of bounded queries; its sizes are those of the last one. */
    public static <E> Finding<E> of(EngineId engine, Verdict verdict, List<Attempt> attempts) {
        var counts = new LinkedHashMap<String, Long>();
        counts.put("bounds tried", (long) attempts.size());
        if (!attempts.isEmpty()) counts.putAll(attempts.getLast().sizes());
        return new Finding<>(engine, verdict, Optional.empty(), counts, attempts, List.of());
    }

    public static <E> Finding<E> unknown(EngineId engine, Reason reason) {
        return new Finding<>(engine, new Verdict.Unknown(reason), Map.of());
    }

    public Finding<E> with(Verdict other) {
        return new Finding<>(engine, other, evidence, counts, attempts, failures);
    }

    public Finding<E> with(Optional<E> shown) {
        return new Finding<>(engine, verdict, shown, counts, attempts, failures);
    }

    /** The same finding, with the cost of an earlier one added. */
    Finding<E> after(Finding<E> earlier) {
        var sums = new LinkedHashMap<>(earlier.counts);
        counts.forEach((name, count) -> sums.merge(name, count, Long::sum));
        var all = new ArrayList<>(earlier.attempts);
        all.addAll(attempts);
        return new Finding<>(engine, verdict, evidence, sums, all, failures);
    }

    /**
     * The same finding, with what these have counted that have not got as far as an answer within bounds. What each has
     * counted first stands in front.
     */
    public Finding<E> counting(List<Finding<E>> others) {
        if (others.isEmpty()) return this;
        var all = new ArrayList<>(List.of(counts));
        for (Finding<E> other : others) {
            if (!other.engine().equals(engine) && other.attempts().isEmpty()) all.add(other.counts());
        }
        var sums = new LinkedHashMap<String, Long>();
        for (Map<String, Long> some : all) some.keySet().stream().limit(1).forEach(name -> sums.put(name, 0L));
        for (Map<String, Long> some : all) some.forEach((name, count) -> sums.merge(name, count, Long::sum));
        sums.values().removeIf(sum -> sum == 0);
        return new Finding<>(engine, verdict, evidence, sums, attempts, failures);
    }

    /** The same finding without the failures of other engines. */
    Finding<E> alone() {
        return new Finding<>(engine, verdict, evidence, counts, attempts, List.of());
    }

    public Finding<E> with(List<Failure> others) {
        if (others.isEmpty()) return this;
        var all = new ArrayList<>(failures);
        all.addAll(others);
        return new Finding<>(engine, verdict, evidence, counts, attempts, all);
    }
}
