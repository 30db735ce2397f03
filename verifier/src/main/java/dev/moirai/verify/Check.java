package dev.moirai.verify;

import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.witness.Report;
import dev.moirai.witness.Statistics;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Can it fail? A file is read, an engine asked, a violation run again. */
public final class Check {
    public enum Engine {
        /** The best there is; for now that is the only one there is. */
        AUTO,
        EXPLICIT
    }

    public enum Reduction {
        PARTIAL_ORDER,
        NONE
    }

    public record Options(
            Set<Property> properties, Engine engine, Reduction reduction, long maxStates, Optional<Duration> time) {}

    /** What an engine says, before it is believed. */
    private record Finding(Verdict verdict, Map<String, Long> counts) {}

    /** How long an engine may take to notice by itself that its time is up. */
    private static final Duration LENIENCE = Duration.ofSeconds(1);

    /** The share of the memory at which the search gives up in good order. */
    private static final double FULL = 0.9;

    private Check() {}

    /** Throws an {@link dev.moirai.source.InputException} for what is not C we can take. */
    public static Report check(Input input, Options options) {
        long began = System.nanoTime();
        var patience = options.time().map(LENIENCE::plus);
        var finding = TimeLimit.within(patience, () -> search(input, options, began))
                .orElseGet(() -> new Finding(new Verdict.Unknown(outOfTime(options)), Map.of()));
        var replay =
                finding.verdict() instanceof Verdict.Violated ? Report.Replay.CONFIRMED : Report.Replay.NOT_APPLICABLE;
        var statistics = new Statistics(seconds(began), finding.counts());
        return new Report(
                input.file().toString(), options.properties(), "explicit", finding.verdict(), replay, statistics);
    }

    private static Finding search(Input input, Options options, long began) {
        Program program = input.read();
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(options.properties()));
        var exploration = Explorer.explore(machine, exploreOptions(options, began));
        var counts = new LinkedHashMap<String, Long>();
        counts.put("states", exploration.statistics().states());
        counts.put("transitions", exploration.statistics().transitions());
        counts.put("depth", exploration.statistics().deepest());
        counts.put("megabytes", exploration.statistics().peakBytes() >> 20);
        return new Finding(confirmed(machine, exploration.verdict()), counts);
    }

    private static Verdict confirmed(Machine machine, Verdict verdict) {
        return switch (verdict) {
            case Verdict.Violated(var violation, var schedule) -> Replay.confirmed(machine, violation, schedule);
            case Verdict.Holds _, Verdict.HoldsWithin _, Verdict.Unsupported _, Verdict.Unknown _ -> verdict;
        };
    }

    private static ExploreOptions exploreOptions(Options options, long began) {
        var reduction =
                options.reduction() == Reduction.NONE ? ExploreOptions.Reduction.NONE : ExploreOptions.Reduction.AMPLE;
        var explore = ExploreOptions.DEFAULT.with(reduction).withMemory((long)
                (Runtime.getRuntime().maxMemory() * FULL));
        if (options.maxStates() != Long.MAX_VALUE) explore = explore.withStates(options.maxStates());
        if (options.time().isEmpty()) return explore;
        // What reading took is gone; at least a moment is left, so that a small program still gets its answer.
        var left = options.time().get().minusNanos(System.nanoTime() - began);
        return explore.withTime(left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left);
    }

    private static String outOfTime(Options options) {
        return "time limit of "
                + options.time().map(time -> time.toMillis() / 1000.0).orElse(0.0) + " s reached";
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
