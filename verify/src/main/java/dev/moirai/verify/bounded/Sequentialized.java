package dev.moirai.verify.bounded;

import dev.moirai.bound.ArithmeticChecks;
import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Outcome;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.sequentialize.Answers;
import dev.moirai.sequentialize.ChosenValues;
import dev.moirai.sequentialize.Counterexample;
import dev.moirai.sequentialize.EnoughRounds;
import dev.moirai.sequentialize.Lazy;
import dev.moirai.sequentialize.LazyOptions;
import dev.moirai.sequentialize.SequentialProgram;
import dev.moirai.sequentialize.Simulation;
import dev.moirai.sequentialize.Tile;
import dev.moirai.sequentialize.Tiling;
import dev.moirai.sequentialize.Unrolled;
import dev.moirai.solve.Limit;
import dev.moirai.verify.replay.ScheduleReplay;
import dev.moirai.witness.Attempt;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A program within bounds as a sequential one, and the way back from a model to a run of the program. The constructor
 * throws {@link dev.moirai.bound.TooLargeException} and {@link dev.moirai.logic.OutOfTime}.
 */
public final class Sequentialized {
    private final BoundedQuestion question;
    private final LazyBounds tried;
    private final BoundOptions unwinding;
    private final Unrolled unrolled;
    private final Map<String, Double> seconds = new LinkedHashMap<>();

    /**
     * @param unwinding how far loops are unwound within these bounds
     * @param tile the interleavings that are meant
     */
    Sequentialized(BoundedQuestion question, LazyBounds tried, BoundOptions unwinding, Tile tile, Limit limit) {
        this.question = question;
        this.tried = tried;
        this.unwinding = unwinding;
        Set<Property> properties = question.properties();
        BoundedProgram bounded = timed("bounding", () -> {
            var unwound = Bounding.bound(question.program(), unwinding, limit::isReached);
            return ArithmeticChecks.add(SyncLowering.lower(unwound, properties), properties);
        });
        LazyOptions options = options(properties, tried.rounds()).within(tile);
        unrolled = timed(
                "sequentializing", () -> Lazy.sequentialize(bounded, options).unrolled());
    }

    /** How a program is sequentialized that is asked about these properties, here and by {@code sequentialize}. */
    public static LazyOptions options(Set<Property> properties, int rounds) {
        LazyOptions options = LazyOptions.rounds(rounds)
                .with(
                        properties.contains(Property.MEMORY)
                                ? LazyOptions.BadAccess.IS_LOOKED_FOR
                                : LazyOptions.BadAccess.ENDS_THE_RUN);
        return properties.contains(Property.DEADLOCK) ? options.withDeadlocks() : options;
    }

    int rounds() {
        return tried.rounds();
    }

    /** The same for shares of the interleavings. */
    List<BoundedPart> parts(String solver, int atMost) {
        String fingerprint = fingerprint();
        return Tiling.of(program(), atMost).stream()
                .<BoundedPart>map(tile -> new BoundedPart.OfLazy(question, solver, tried, unwinding, tile, fingerprint))
                .toList();
    }

    /** Of all that tiles are told by: the bounded program, and the contexts with their points. */
    String fingerprint() {
        var print = new CutFingerprint().add(bounded());
        for (SequentialProgram.Context context : program().contexts()) {
            Simulation simulation = context.simulation();
            print.add(simulation.thread().number() + " " + context.round() + " " + simulation.size());
        }
        return print.text();
    }

    BoundedProgram bounded() {
        return program().bounded();
    }

    SequentialProgram program() {
        return unrolled.sequential();
    }

    Unrolled unrolled() {
        return unrolled;
    }

    /** Whether more unwinding could show more of the program. */
    boolean needsMoreUnwinding() {
        return bounded().cuts().anyMatch(question.searchBounds()::isRaisedByUnwinding);
    }

    /** Whether more rounds could show more of the program. */
    boolean needsMoreRounds() {
        return rounds() < EnoughRounds.of(program());
    }

    /** Where a model leads: normally to a violation that the interpreter confirms. */
    sealed interface Replayed {
        record Confirmed(Verdict.Violated verdict, Choices choices) implements Replayed {}

        /** @param doubt a reason why the program may differ from the model, if there is one */
        record Elsewhere(Outcome outcome, Optional<String> doubt) implements Replayed {}
    }

    Replayed replay(ChosenValues model) {
        var options = MachineOptions.DEFAULT.watching(question.properties());
        var machine = new Machine(question.program(), options);
        var answers = new Answers(unrolled, model);
        var followed = Counterexample.follow(unrolled, answers, machine);
        if (!(followed.outcome() instanceof Outcome.Violated(var violation))) {
            return new Replayed.Elsewhere(followed.outcome(), AddressNumbers.doubtAbout(question.program()));
        }
        Verdict.Violated confirmed = ScheduleReplay.confirmed(machine, violation, followed.moves());
        return new Replayed.Confirmed(confirmed, new Choices(tried.bounds(), unwinding.unwindSet(), answers.given()));
    }

    // ---- cost -----------------------------------------------------------------------------------------

    <T> T timed(String stage, Supplier<T> work) {
        long began = System.nanoTime();
        try {
            return work.get();
        } finally {
            seconds.merge(stage, (System.nanoTime() - began) / 1e9, Double::sum);
        }
    }

    /** @param sizes further sizes beside those of the program */
    Attempt attempt(Map<String, Long> sizes, BoundedQuery.Result result) {
        var all = new LinkedHashMap<String, Long>();
        all.put("threads", (long) bounded().threads().size());
        all.put("instructions", (long) unrolled.body().size());
        all.putAll(sizes);
        var within = new LinkedHashMap<String, Integer>();
        within.put("unwind", tried.unwind());
        within.put("rounds", tried.rounds());
        return new Attempt(within, all, seconds, BoundedQuery.words(result));
    }
}
