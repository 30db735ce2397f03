package dev.moirai.verify.check;

import dev.moirai.bound.CountedLoops;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.solve.Limit;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.LazyQuestion;
import dev.moirai.verify.bounded.LazySearch;
import dev.moirai.verify.bounded.OrderQuestion;
import dev.moirai.verify.bounded.OrderSearch;
import dev.moirai.verify.bounded.Reach;
import dev.moirai.verify.bounded.Visits;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Interruption;
import dev.moirai.verify.engine.Portfolio;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.replay.Replay;
import dev.moirai.witness.text.VerdictLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The engines, put to one program each; where one gives its answer in parts, it tells what it has so far. */
final class Engines {
    /** The share of the memory at which the explicit search gives up in good order. */
    private static final double FULL = 0.9;

    /** The share that is its own beside the others, which need some too. */
    private static final double SHARE = 0.5;

    private static final Duration FOR_WORDS = Duration.ofSeconds(3);

    private final Program program;
    private final Check.Options options;
    private final long began;
    private final Progress progress;

    /** @param began when the work on the file did, by the system's nanoseconds: the time limit counts from there */
    Engines(Program program, Check.Options options, long began, Progress progress) {
        this.program = program;
        this.options = options;
        this.began = began;
        this.progress = progress;
    }

    /** All of them, for one question. */
    Finding together(Consumer<Supplier<Finding>> soFar) {
        var team = new Portfolio.Team(
                (_, _) -> explicit(SHARE, Reach.GROWING),
                (_, _) -> explicit(SHARE, options.reach()),
                this::order,
                this::lazy,
                this::runs,
                this::limit);
        boolean bounded = options.reach().bounds().isPresent();
        return new Portfolio(team, bounded, () -> nothing(options)).search(soFar);
    }

    /** All the time that is left. */
    Limit limit() {
        return options.time().map(all -> Limit.of(left(all))).orElseGet(Limit::none);
    }

    Finding lazy(Limit limit, Consumer<Supplier<Finding>> soFar) {
        return told("lazy", () -> lazily(limit, soFar));
    }

    Finding order(Limit limit, Consumer<Supplier<Finding>> soFar) {
        return told("order", () -> byOrder(limit, soFar));
    }

    Finding explicit() {
        return explicit(FULL, options.reach());
    }

    /** @param share of the memory that it may fill */
    private Finding explicit(double share, Reach reach) {
        return told("explicit", () -> explicitly(share, reach));
    }

    private Finding runs(Limit limit, Consumer<Supplier<Finding>> soFar) {
        return told("run", () -> new TrialRuns(program, options.properties(), limit).search());
    }

    /** Tells when an engine begins, and what comes of it. */
    private Finding told(String engine, Supplier<Finding> search) {
        Progress own = progress.of(engine);
        own.at("begins");
        Finding finding = search.get();
        var parts = new ArrayList<String>();
        finding.counts().forEach((name, count) -> parts.add(String.format(Locale.ROOT, "%,d %s", count, name)));
        own.at(String.join(", ", parts) + (parts.isEmpty() ? "" : ": ") + VerdictLine.words(finding.verdict()));
        return finding;
    }

    private Finding lazily(Limit limit, Consumer<Supplier<Finding>> soFar) {
        if (options.properties().contains(Property.DATA_RACE)) {
            return new Finding("lazy", new Verdict.Unknown("the lazy engine does not look for data races"), Map.of());
        }
        Reach.refuseUnknownNames(options.reach().unwindSet(), program);
        var question =
                new LazyQuestion(program, options.properties(), options.reach(), options.backend(), options.choices());
        var search = new LazySearch(question, limit, progress.of("lazy"));
        soFar.accept(() -> Finding.of("lazy", search.stopped(outOfTime()), search.attempts()));
        return Finding.of("lazy", timed(search.search()), search.attempts());
    }

    private Finding byOrder(Limit limit, Consumer<Supplier<Finding>> soFar) {
        Reach.refuseUnknownNames(options.reach().unwindSet(), program);
        if (!(options.backend() instanceof Backend.Embedded(var solver))) {
            throw new IllegalArgumentException("the order engine has solvers, no other backends");
        }
        var question = new OrderQuestion(program, options.properties(), options.reach(), solver);
        var search = new OrderSearch(question, limit, progress.of("order"));
        soFar.accept(() -> Finding.of("order", search.stopped(outOfTime()), search.attempts()));
        return Finding.of("order", timed(search.search()), search.attempts());
    }

    private Finding explicitly(double share, Reach reach) {
        Reach.refuseUnknownNames(reach.unwindSet(), program);
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(options.properties()));
        CountedLoops.Counted counted = reach.counted(program);
        var counting = new Machine(counted.program(), machine.options());
        var exploration = Explorer.explore(counting, exploreOptions(share, reach));
        Verdict verdict = timed(exploration.verdict());
        if (verdict instanceof Verdict.HoldsWithin(var within)) verdict = named(within, counting, counted, reach);
        var counts = new LinkedHashMap<String, Long>();
        counts.put("states", exploration.statistics().states());
        counts.put("transitions", exploration.statistics().transitions());
        counts.put("depth", exploration.statistics().deepest());
        counts.put("megabytes", exploration.statistics().peakBytes() >> 20);
        return new Finding("explicit", confirmed(machine, verdict), counts);
    }

    /**
     * The verdict with what the search has not come to: it is made once more, and its steps are looked at. Where that takes
     * too long, everything counts as come to.
     */
    private Verdict named(Within within, Machine counting, CountedLoops.Counted counted, Reach reach) {
        var footprints = new Footprints(counted.origins());
        ExploreOptions again =
                exploreOptions(FULL, reach).withTime(limit().atMost(FOR_WORDS)).withObserver(footprints);
        boolean isWhole = Explorer.explore(counting, again).verdict() instanceof Verdict.HoldsWithin;
        if (!isWhole) return new Verdict.HoldsWithin(within);
        return new Visits(program, options.properties())
                .after(footprints.seen())
                .in(within);
    }

    /** An engine knows only of the time that was left for it; the user, of the time given. */
    private Verdict timed(Verdict verdict) {
        return verdict instanceof Verdict.Unknown && isOver() ? new Verdict.Unknown(outOfTime()) : verdict;
    }

    /** Nothing is known yet. */
    static Finding nothing(Check.Options options) {
        String engine = switch (options.engine()) {
            case AUTO -> "auto";
            case EXPLICIT -> "explicit";
            case LAZY -> "lazy";
            case ORDER -> "order";
        };
        return new Finding(engine, new Verdict.Unknown(outOfTime(options)), Map.of());
    }

    private static Verdict confirmed(Machine machine, Verdict verdict) {
        return switch (verdict) {
            case Verdict.Violated(var violation, var schedule) -> Replay.confirmed(machine, violation, schedule);
            case Verdict.Holds _, Verdict.HoldsWithin _, Verdict.Unsupported _, Verdict.Unknown _ -> verdict;
        };
    }

    private ExploreOptions exploreOptions(double share, Reach reach) {
        var reduction = options.reduction() == Check.Reduction.NONE
                ? ExploreOptions.Reduction.NONE
                : ExploreOptions.Reduction.AMPLE;
        var explore = ExploreOptions.DEFAULT.with(reduction).withMemory((long)
                (Runtime.getRuntime().maxMemory() * share));
        explore = explore.withThreads(reach.mostThreads(), reach::within);
        if (options.maxStates() != Long.MAX_VALUE) explore = explore.withStates(options.maxStates());
        return options.time().isEmpty()
                ? explore
                : explore.withTime(left(options.time().get()));
    }

    /** What reading took is gone; at least a moment is left, so that a small program still gets its answer. */
    private Duration left(Duration all) {
        var left = all.minusNanos(System.nanoTime() - began);
        return left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left;
    }

    private boolean isOver() {
        return options.time().isPresent()
                && System.nanoTime() - began >= options.time().get().toNanos();
    }

    private Reason outOfTime() {
        return outOfTime(options);
    }

    private static Reason outOfTime(Check.Options options) {
        if (Interruption.isRequested() || options.time().isEmpty()) return Reason.INTERRUPTED;
        long millis = options.time().get().toMillis();
        String time = millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
        return new Reason(Reason.Kind.TIME, "time limit of " + time + " reached");
    }
}
