package dev.moirai.verify.check;

import dev.moirai.analysis.IdleChoices;
import dev.moirai.bound.CountedLoops;
import dev.moirai.explore.Exploration;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.bounded.Visits;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.replay.ScheduleReplay;
import dev.moirai.witness.EngineId;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Searches all interleavings, state by state, with partial-order reduction. */
final class ExplicitEngine implements Engine<CheckQuestion, Shown> {
    private static final EngineId ID = new EngineId("explicit", EngineId.Way.STATES);

    /** The time for the second search, which only serves the words of the verdict. */
    private static final Duration FOR_WORDS = Duration.ofSeconds(3);

    /** The part of the time for a proof that values do not matter, and that time where there is no limit. */
    private static final int IDLE_ONE_IN = 4;

    private static final Duration FOR_IDLE_CHOICES = Duration.ofMinutes(1);

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public Finding<Shown> run(CheckQuestion question, Budget budget, Account<Shown> account) {
        SearchBounds searchBounds = question.searchBounds();
        Optional<Exploration> proof = withoutIdleChoices(question, budget);
        if (proof.isPresent())
            return new Finding<>(
                    ID, proof.get().verdict(), proof.get().statistics().counts());
        var machine = new Machine(question.program(), MachineOptions.DEFAULT.watching(question.properties()));
        CountedLoops.Counted counted = searchBounds.counted(question.program());
        var counting = new Machine(counted.program(), machine.options());
        var exploration = Explorer.explore(counting, options(question, budget));
        Verdict verdict = exploration.verdict();
        if (verdict instanceof Verdict.HoldsWithin(var within)) {
            verdict = named(within, counting, counted, question, budget);
        }
        return new Finding<>(
                ID, confirmed(machine, verdict), exploration.statistics().counts());
    }

    /** A proof of a program that leaves more values open than can be tried, if none of them matters. */
    private static Optional<Exploration> withoutIdleChoices(CheckQuestion question, Budget budget) {
        Program program = question.program();
        if (!question.searchBounds().equals(SearchBounds.GROWING) || Explorer.hasFewValuesToTry(program)) {
            return Optional.empty();
        }
        Duration slice = budget.left().map(left -> left.dividedBy(IDLE_ONE_IN)).orElse(FOR_IDLE_CHOICES);
        Set<Property> watched = EnumSet.of(Property.ASSERTION);
        watched.addAll(question.properties());
        return IdleChoices.fixed(program, question.properties())
                .map(fixed -> Explorer.explore(
                        new Machine(fixed, MachineOptions.DEFAULT.watching(watched)),
                        options(question, budget).withTime(slice)))
                .filter(exploration -> exploration.verdict() instanceof Verdict.Holds);
    }

    /**
     * The verdict with what the search has not reached, found by searching again and recording every instruction. If
     * that takes too long, everything counts as reached.
     */
    private static Verdict named(
            Within within, Machine counting, CountedLoops.Counted counted, CheckQuestion question, Budget budget) {
        // Only a program with counted loops says which original instruction each of its instructions comes from.
        if (counted.origins().isEmpty()) return new Verdict.HoldsWithin(within);
        var footprints = new Footprints(counted.origins());
        ExploreOptions again = options(question, budget)
                .withTime(budget.limit().atMost(FOR_WORDS))
                .withObserver(footprints);
        boolean isWhole = Explorer.explore(counting, again).verdict() instanceof Verdict.HoldsWithin;
        if (!isWhole) return new Verdict.HoldsWithin(within);
        return new Visits(question.program(), question.properties())
                .after(footprints.seen())
                .in(within);
    }

    private static ExploreOptions options(CheckQuestion question, Budget budget) {
        var reduction = question.reduction() == Check.Reduction.NONE
                ? ExploreOptions.Reduction.NONE
                : ExploreOptions.Reduction.AMPLE;
        SearchBounds searchBounds = question.searchBounds();
        return within(question, budget).with(reduction).withThreads(searchBounds.mostThreads(), searchBounds::within);
    }

    /** What a search over states may take. */
    static ExploreOptions within(CheckQuestion question, Budget budget) {
        ExploreOptions options = ExploreOptions.DEFAULT.withMemory(budget.bytes());
        if (question.maxStates() != Long.MAX_VALUE) options = options.withStates(question.maxStates());
        return budget.left().map(options::withTime).orElse(options);
    }

    /** The verdict of a search over states, whose violation has been executed again. */
    static Verdict confirmed(Machine machine, Verdict verdict) {
        return switch (verdict) {
            case Verdict.Violated(var violation, var schedule) ->
                ScheduleReplay.confirmed(machine, violation, schedule);
            case Verdict.Holds _, Verdict.HoldsWithin _, Verdict.Unsupported _, Verdict.Unknown _ -> verdict;
        };
    }
}
