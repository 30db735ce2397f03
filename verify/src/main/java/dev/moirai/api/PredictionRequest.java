package dev.moirai.api;

import dev.moirai.property.Property;
import dev.moirai.property.Transactions;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.GaveUpException;
import dev.moirai.verify.engine.Progress;
import dev.moirai.verify.predict.Prediction;
import dev.moirai.verify.predict.Recording;
import dev.moirai.verify.predict.RunSource;
import dev.moirai.witness.Answer;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The question of {@code moirai predict}: what would one run of the program have done wrong in another order? The answer's
 * evidence lists all violations, each with its witness.
 */
public final class PredictionRequest extends ProgramRequest<PredictionRequest> {
    private static final long MOST_STEPS = 1_000_000;

    private final Set<Property> properties = new LinkedHashSet<>();
    private Transactions transactions = Transactions.CRITICAL_SECTIONS;
    private OptionalInt switches = OptionalInt.empty();
    private OptionalInt runs = OptionalInt.empty();
    private OptionalLong seed = OptionalLong.empty();

    PredictionRequest(Path file) {
        super(file);
    }

    @Override
    PredictionRequest self() {
        return this;
    }

    /** What to look for; without it {@link Prediction#OF_PROGRAMS}. */
    public PredictionRequest property(Property... more) {
        properties.addAll(List.of(more));
        return this;
    }

    /** What {@link Property#ATOMICITY} is about; without it critical sections. */
    public PredictionRequest transactions(Transactions meant) {
        transactions = meant;
        return this;
    }

    /** Only orders with at most so many context switches. */
    public PredictionRequest switches(int most) {
        switches = OptionalInt.of(most);
        return this;
    }

    /** The chance under which the run is recorded; without it one is looked for in which several threads move. */
    public PredictionRequest seed(long chance) {
        seed = OptionalLong.of(chance);
        return this;
    }

    /** Goes on where the run ends, with orders in which branches go the other way: at most so many runs. */
    public PredictionRequest explore(int most) {
        runs = OptionalInt.of(most);
        return this;
    }

    /** @throws GaveUpException if there was no time to record a run */
    @Override
    public Answer run() {
        Set<Property> asked = properties.isEmpty() ? Prediction.OF_PROGRAMS : properties;
        if (!Prediction.OF_PROGRAMS.containsAll(asked)) {
            throw new IllegalArgumentException("predict looks for " + Prediction.OF_PROGRAMS);
        }
        if (switches.orElse(0) < 0 || runs.orElse(1) < 1) throw new IllegalArgumentException("a bound is too small");
        var usual = Prediction.Options.usual(asked);
        var options = new Prediction.Options(
                asked, transactions, usual.model(), switches, usual.slicing(), usual.solver(), usual.jobs(), runs);
        Budget budget = Budget.of(time());
        Recording.Recorded recorded = Recording.from(new RunSource.FreshRun(input(), seed, MOST_STEPS), budget);
        return Prediction.answer(recorded, options, budget, Progress.ignored());
    }
}
