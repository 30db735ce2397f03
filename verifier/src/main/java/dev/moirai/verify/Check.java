package dev.moirai.verify;

import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
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
        /** The one that fits most programs; for now the explicit one. */
        AUTO,
        /** Every interleaving, state by state. */
        EXPLICIT,
        /** Lazy sequentialization: all interleavings of a number of rounds, as one formula. */
        LAZY
    }

    public enum Reduction {
        PARTIAL_ORDER,
        NONE
    }

    /**
     * @param bounds how far the lazy engine looks; without them, further and further while there is time
     * @param solver whom the lazy engine asks, by a name of {@link dev.moirai.solve.Solvers}
     */
    public record Options(
            Set<Property> properties,
            Engine engine,
            Reduction reduction,
            long maxStates,
            Optional<Bounds> bounds,
            String solver,
            Optional<Duration> time) {}

    /** What an engine says, before it is believed. */
    private record Finding(Verdict verdict, Map<String, Long> counts) {}

    /** How long an engine may take to notice by itself that its time is up. */
    private static final Duration LENIENCE = Duration.ofSeconds(1);

    /** How long bounds grow if nobody says. */
    private static final Duration DEEPENING = Duration.ofSeconds(60);

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
        String engine = options.engine() == Engine.LAZY ? "lazy" : "explicit";
        return new Report(input.file().toString(), options.properties(), engine, finding.verdict(), replay, statistics);
    }

    private static Finding search(Input input, Options options, long began) {
        Program program = input.read();
        return switch (options.engine()) {
            case AUTO, EXPLICIT -> explicit(program, options, began);
            case LAZY -> lazy(program, options, began);
        };
    }

    private static Finding lazy(Program program, Options options, long began) {
        Optional<Duration> time =
                options.bounds().isPresent() ? options.time() : options.time().or(() -> Optional.of(DEEPENING));
        Limit limit = time.map(all -> Limit.of(left(all, began))).orElseGet(Limit::none);
        var found = new LazySearch(program, options.properties(), options.solver(), limit).search(options.bounds());
        return new Finding(found.verdict(), found.counts());
    }

    private static Finding explicit(Program program, Options options, long began) {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(options.properties()));
        var exploration = Explorer.explore(machine, exploreOptions(options, began));
        var counts = new LinkedHashMap<String, Long>();
        counts.put("states", exploration.statistics().states());
        counts.put("transitions", exploration.statistics().transitions());
        counts.put("depth", exploration.statistics().deepest());
        counts.put("megabytes", exploration.statistics().peakBytes() >> 20);
        Verdict verdict = exploration.verdict();
        // The engine knows only of the time that was left for it.
        if (verdict instanceof Verdict.Unknown && isOver(options, began))
            verdict = new Verdict.Unknown(outOfTime(options));
        return new Finding(confirmed(machine, verdict), counts);
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
        return options.time().isEmpty()
                ? explore
                : explore.withTime(left(options.time().get(), began));
    }

    /** What reading took is gone; at least a moment is left, so that a small program still gets its answer. */
    private static Duration left(Duration all, long began) {
        var left = all.minusNanos(System.nanoTime() - began);
        return left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left;
    }

    private static boolean isOver(Options options, long began) {
        return options.time().isPresent()
                && System.nanoTime() - began >= options.time().get().toNanos();
    }

    private static String outOfTime(Options options) {
        long millis = options.time().map(Duration::toMillis).orElse(0L);
        return "time limit of " + (millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms") + " reached";
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
