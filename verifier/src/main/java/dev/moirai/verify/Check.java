package dev.moirai.verify;

import dev.moirai.bound.CutPoint;
import dev.moirai.bound.CutPoints;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.witness.Attempt;
import dev.moirai.witness.Report;
import dev.moirai.witness.Statistics;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Can it fail? A file is read, an engine asked, a violation run again. */
public final class Check {
    public enum Engine {
        /** The one that fits most programs; for now the explicit one. */
        AUTO,
        /** Every interleaving, state by state. */
        EXPLICIT,
        /** Lazy sequentialization: all interleavings of a number of rounds, as one formula. */
        LAZY,
        /** The order of events: all interleavings of loops so often unwound, as one formula. */
        ORDER
    }

    public enum Reduction {
        PARTIAL_ORDER,
        NONE
    }

    /**
     * @param reach how far the lazy engine looks
     * @param backend whom the lazy engine asks
     * @param choices told how the sequentialized program gets to a violation that the lazy engine found
     */
    public record Options(
            Set<Property> properties,
            Engine engine,
            Reduction reduction,
            long maxStates,
            Reach reach,
            Backend backend,
            Consumer<Choices> choices,
            Optional<Duration> time) {}

    /** What an engine says, before it is believed. */
    private record Finding(Verdict verdict, Map<String, Long> counts, List<Attempt> attempts) {
        Finding(Verdict verdict, Map<String, Long> counts) {
            this(verdict, counts, List.of());
        }

        /** The sizes are those of the last attempt. */
        static Finding of(Verdict verdict, List<Attempt> attempts) {
            var counts = new LinkedHashMap<String, Long>();
            counts.put("bounds tried", (long) attempts.size());
            if (!attempts.isEmpty()) counts.putAll(attempts.getLast().sizes());
            return new Finding(verdict, counts, attempts);
        }
    }

    /** How long an engine may take to notice by itself that its time is up. */
    private static final Duration LENIENCE = Duration.ofSeconds(1);

    /** The share of the memory at which the search gives up in good order. */
    private static final double FULL = 0.9;

    private Check() {}

    public static Report check(Input input, Options options) {
        return check(input, options, Progress.IGNORED);
    }

    /** Throws an {@link dev.moirai.source.InputException} for what is not C we can take. */
    public static Report check(Input input, Options options, Progress progress) {
        long began = System.nanoTime();
        var patience = options.time().map(LENIENCE::plus);
        // What is known before the engine is done, should it not be done in time.
        var soFar = new AtomicReference<Supplier<Finding>>(
                () -> new Finding(new Verdict.Unknown(outOfTime(options)), Map.of()));
        var finding = TimeLimit.within(patience, () -> search(input, options, began, progress, soFar))
                .orElseGet(() -> soFar.get().get());
        var replay =
                finding.verdict() instanceof Verdict.Violated ? Report.Replay.CONFIRMED : Report.Replay.NOT_APPLICABLE;
        var statistics = new Statistics(seconds(began), finding.counts(), finding.attempts());
        String engine = switch (options.engine()) {
            case AUTO, EXPLICIT -> "explicit";
            case LAZY -> "lazy";
            case ORDER -> "order";
        };
        return new Report(input.file().toString(), options.properties(), engine, finding.verdict(), replay, statistics);
    }

    /** Where bounds may cut the program off. Throws as {@link #check} does. */
    public static List<CutPoint> cutPoints(Input input) {
        return CutPoints.of(input.read());
    }

    private static Finding search(
            Input input, Options options, long began, Progress progress, AtomicReference<Supplier<Finding>> soFar) {
        Program program = input.read();
        return switch (options.engine()) {
            case AUTO, EXPLICIT -> explicit(program, options, began);
            case LAZY -> lazy(program, options, began, progress, soFar);
            case ORDER -> order(program, options, began, progress, soFar);
        };
    }

    private static Finding lazy(
            Program program, Options options, long began, Progress progress, AtomicReference<Supplier<Finding>> soFar) {
        Reach.refuseUnknownNames(options.reach().unwindSet(), program);
        Limit limit = options.time().map(all -> Limit.of(left(all, began))).orElseGet(Limit::none);
        var question =
                new LazyQuestion(program, options.properties(), options.reach(), options.backend(), options.choices());
        var search = new LazySearch(question, limit, progress);
        soFar.set(() -> Finding.of(search.atLeast(outOfTime(options)), search.attempts()));
        return Finding.of(search.search(), search.attempts());
    }

    private static Finding order(
            Program program, Options options, long began, Progress progress, AtomicReference<Supplier<Finding>> soFar) {
        Reach.refuseUnknownNames(options.reach().unwindSet(), program);
        Limit limit = options.time().map(all -> Limit.of(left(all, began))).orElseGet(Limit::none);
        if (!(options.backend() instanceof Backend.Embedded(var solver))) {
            return new Finding(new Verdict.Unknown("the order engine takes no program as backend"), Map.of());
        }
        var question = new OrderQuestion(program, options.properties(), options.reach(), solver);
        var search = new OrderSearch(question, limit, progress);
        soFar.set(() -> Finding.of(search.atLeast(outOfTime(options)), search.attempts()));
        return Finding.of(search.search(), search.attempts());
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
