package dev.moirai.explore;

import dev.moirai.explore.StateSearch.Ending;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.MovesScheduler;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.ir.Program;
import dev.moirai.property.CutReason;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The explicit-state engine. The machine's program must have been prepared by {@code analysis.Preparation}; what counts
 * as a violation is what the machine watches.
 *
 * <p>A program that creates threads without end has no last state, and a search that follows it would never come to its
 * bugs. So the search is first limited to a few threads, then to more, until that limit cuts nothing off.
 */
public final class Explorer {
    private static final int FEW_THREADS = 4;
    /** So many ways to choose values are many. */
    private static final int MANY_WAYS = 32;
    /** The part of the remaining time that is spent on shortening a violation's run. */
    private static final int TO_SHORTEN_ONE_IN = 4;

    private final Machine machine;
    private final ExploreOptions options;
    private final Limits limits;
    private long states;
    private long transitions;
    private long deepest;

    private Explorer(Machine machine, ExploreOptions options) {
        this.machine = machine;
        this.options = options;
        this.limits = new Limits(options);
    }

    public static Exploration explore(Machine machine, ExploreOptions options) {
        return new Explorer(machine, options).explore();
    }

    /** Whether the text of a program leaves few values open; if it leaves many, the search seldom comes to an end soon. */
    public static boolean hasFewValuesToTry(Program program) {
        return CandidateValues.ways(program, ExploreOptions.DEFAULT.enumerated(), MANY_WAYS) < MANY_WAYS;
    }

    /** Searches with a reduction that learns what threads touch ({@link LearningSearch}). */
    public static Exploration learn(Machine machine, ExploreOptions options) {
        return new Explorer(machine, options).learn();
    }

    /**
     * Searches with one state for many where values only rise and only their rising too far is an error ({@link RisingSearch}); nothing
     * if no value of the program is of that kind.
     */
    public static Optional<Exploration> rise(Machine machine, ExploreOptions options) {
        var explorer = new Explorer(machine, options);
        return RisingSearch.of(machine, options, explorer.limits)
                .map(search -> explorer.exploration(explorer.run(search)));
    }

    private Exploration learn() {
        var accesses = new SeenAccesses(new SeenPlaces());
        var futures = new SeenFutures();
        while (true) {
            var search = new LearningSearch(machine, options, limits, accesses, futures);
            Ending ending = run(search);
            if (!(ending instanceof Ending.Exhausted) || !search.sawNews()) return exploration(ending);
        }
    }

    private Exploration explore() {
        Ending ending = search(Math.min(FEW_THREADS, options.threads()));
        for (long threads = 2 * FEW_THREADS; mayGoOn(ending); threads *= 2) {
            ending = search((int) Math.min(threads, options.threads()));
        }
        return exploration(ending);
    }

    private Exploration exploration(Ending ending) {
        Verdict verdict = verdict(ending);
        var statistics = new SearchStatistics(states, transitions, deepest, limits.seconds(), limits.peakBytes());
        return new Exploration(verdict, statistics);
    }

    /** Whether the search was cut off by a limit on threads that can still be raised. */
    private boolean mayGoOn(Ending ending) {
        return ending instanceof Ending.Exhausted(var _, var cut)
                && cut.stream()
                        .anyMatch(
                                reason -> reason instanceof CutReason.Threads(var limit) && limit < options.threads());
    }

    private Ending search(int mostThreads) {
        return run(new DepthFirstSearch(machine, options, limits, mostThreads));
    }

    private Ending run(StateSearch search) {
        Ending ending;
        try {
            ending = search.run();
        } catch (OutOfMemoryError _) {
            ending = new Ending.GaveUp(new Reason(Reason.Kind.MEMORY, "out of memory"));
        }
        states += search.states();
        transitions += search.transitions();
        deepest = Math.max(deepest, search.deepest());
        return ending;
    }

    private Verdict verdict(Ending ending) {
        return switch (ending) {
            case Ending.GaveUp(var reason) -> new Verdict.Unknown(reason);
            case Ending.Exhausted(var gap, var cut) -> {
                if (gap.isPresent()) yield new Verdict.Unknown(gap.get());
                yield cut.isEmpty()
                        ? new Verdict.Holds()
                        : new Verdict.HoldsWithin(options.limits().apply(cut));
            }
            case Ending.Violated(var _, var moves) -> replayed(shortened(moves));
        };
    }

    private List<Move> shortened(List<Move> moves) {
        Duration slice = limits.slice(Shortening.TIME, TO_SHORTEN_ONE_IN);
        return Shortening.of(machine, moves, options.enumerated(), slice);
    }

    /** The violation as a new run shows it: what cannot be run again is never reported. */
    private Verdict replayed(List<Move> moves) {
        Run.Result run = Run.drive(machine, new MovesScheduler(moves), Observer.NONE, Long.MAX_VALUE);
        if (run.outcome() instanceof Outcome.Violated(var violation)) {
            return new Verdict.Violated(violation, run.schedule());
        }
        throw new IllegalStateException("the path to the violation ends with " + run.outcome());
    }
}
