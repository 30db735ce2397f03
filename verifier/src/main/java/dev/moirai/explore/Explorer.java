package dev.moirai.explore;

import dev.moirai.explore.DepthFirstSearch.Ending;
import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.Scheduler;
import dev.moirai.interpret.State;
import dev.moirai.property.Verdict;
import java.util.List;
import java.util.OptionalInt;

/**
 * The explicit-state engine: the machine's program, prepared by {@code analysis.Preparation}, in; verdict out. What counts
 * as a violation is what the machine watches.
 */
public final class Explorer {
    private Explorer() {}

    public static Exploration explore(Machine machine, ExploreOptions options) {
        var limits = new Limits(options);
        var search = new DepthFirstSearch(machine, options, limits);
        Ending ending;
        try {
            ending = search.run();
        } catch (OutOfMemoryError _) {
            ending = new Ending.GaveUp("out of memory");
        }
        var statistics = new Statistics(
                search.states(), search.transitions(), search.deepest(), limits.seconds(), limits.peakBytes());
        return new Exploration(verdict(machine, options, ending), statistics);
    }

    private static Verdict verdict(Machine machine, ExploreOptions options, Ending ending) {
        return switch (ending) {
            case Ending.GaveUp(var reason) -> new Verdict.Unknown(reason);
            case Ending.Exhausted(var gap, var _) when gap.isPresent() -> new Verdict.Unknown(gap.get());
            case Ending.Exhausted(var _, var roundsCut)
            when roundsCut ->
                new Verdict.HoldsWithin("rounds=" + options.rounds().orElseThrow());
            case Ending.Exhausted _ -> new Verdict.Holds();
            case Ending.Violated(var _, var moves) -> replayed(machine, moves);
        };
    }

    /** The violation as a fresh run meets it: what cannot be run again is never reported. */
    private static Verdict replayed(Machine machine, List<Move> moves) {
        Run.Result run = Run.drive(machine, new Following(moves), Observer.NONE, Long.MAX_VALUE);
        if (run.outcome() instanceof Outcome.Violated(var violation)) {
            return new Verdict.Violated(violation, run.schedule());
        }
        throw new IllegalStateException("the path to the violation ends with " + run.outcome());
    }

    /** Makes given moves. */
    private static final class Following implements Scheduler {
        private final List<Move> moves;
        private int at = -1;
        private int answered;

        Following(List<Move> moves) {
            this.moves = moves;
        }

        @Override
        public OptionalInt next(State state, int[] enabled) {
            if (++at == moves.size()) return OptionalInt.empty();
            answered = 0;
            return OptionalInt.of(moves.get(at).thread());
        }

        @Override
        public long choose(Choice choice) {
            return moves.get(at).choices().get(answered++);
        }
    }
}
