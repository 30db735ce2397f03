package dev.moirai.verify.bounded;

import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.CountedLoops;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.SteadyScheduler;
import dev.moirai.interpret.StoppedScheduler;
import dev.moirai.property.CutReason;
import dev.moirai.solve.Limit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How often loops turn in a plain run of the program, in which threads are seldom interrupted. A program that starts a
 * hundred threads in a loop, or fills a table before it starts any, shows nothing until that loop is unwound, and
 * unwinding all loops as often makes too large a formula. Only a hint: in other runs loops may turn more often.
 *
 * <p>The run is repeated, each time with more turns for the loop that was cut off last.
 */
final class Rehearsal {
    private static final int FEW_TURNS = 4;
    /** Loops that turn more often make too large a formula. */
    private static final int MOST_TURNS = 2048;

    private static final int MOST_RUNS = 100;
    private static final long MOST_STEPS = 20_000;

    private final BoundedQuestion question;
    private final Limit limit;

    private Optional<Map<String, Integer>> turns = Optional.empty();

    Rehearsal(BoundedQuestion question, Limit limit) {
        this.question = question;
        this.limit = limit;
    }

    /**
     * How far to unwind loops that turn more than a few times in the run, by their names: powers of two. Nothing if there
     * are none, or if the run is too long. A loop whose bound the user has set is cut off there.
     */
    Map<String, Integer> turns() {
        if (turns.isEmpty()) turns = Optional.of(Map.copyOf(rehearse()));
        return turns.get();
    }

    /** Whether unwinding all loops so often unwinds none less than the run needs. */
    boolean isWithin(int unwind) {
        return turns().values().stream().allMatch(often -> often <= unwind);
    }

    private Map<String, Integer> rehearse() {
        var found = new HashMap<String, Integer>();
        for (int run = 0; run < MOST_RUNS; run++) {
            Outcome outcome = run(found);
            if (outcome instanceof Outcome.LimitReached(var _, var bound)
                    && bound.orElse(null) instanceof CutReason.Loop(var name, var _)
                    && !question.searchBounds().unwindSet().containsKey(name)) {
                if (found.merge(name, 2 * FEW_TURNS, (before, _) -> 2 * before) > MOST_TURNS) return Map.of();
            } else if (outcome instanceof Outcome.LimitReached || outcome instanceof Outcome.Continued) {
                return Map.of();
            } else {
                return found;
            }
        }
        return Map.of();
    }

    private Outcome run(Map<String, Integer> found) {
        if (limit.isReached()) return Outcome.CONTINUED;
        var bounds = BoundOptions.unwind(FEW_TURNS)
                .withUnwindSet(question.searchBounds().with(found));
        var machine = new Machine(
                CountedLoops.in(question.program(), bounds).program(),
                MachineOptions.DEFAULT.watching(question.properties()));
        var scheduler = new StoppedScheduler(new SteadyScheduler(0), limit::isReached);
        return Run.drive(machine, scheduler, Observer.NONE, MOST_STEPS).outcome();
    }
}
