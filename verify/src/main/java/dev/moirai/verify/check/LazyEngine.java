package dev.moirai.verify.check;

import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.verify.bounded.LazyBounds;
import dev.moirai.verify.bounded.LazyMethod;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.EngineId;
import java.util.Optional;

/** Lazy sequentialization: all interleavings of a number of rounds, as one formula. */
final class LazyEngine implements Engine<CheckQuestion, Shown> {
    static final EngineId ID = new EngineId("lazy", EngineId.Way.FORMULAS);

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public Optional<Reason> refusal(CheckQuestion question) {
        return blindness(question)
                .or(() -> Solvers.unavailable(question.solver()).map(Reason::undecided));
    }

    /** The reason if sequentialized programs, whatever decides them, cannot answer the question. */
    static Optional<Reason> blindness(CheckQuestion question) {
        return question.properties().contains(Property.DATA_RACE)
                ? Optional.of(Reason.undecided("the lazy engine does not look for data races"))
                : Optional.empty();
    }

    @Override
    public Finding<Shown> run(CheckQuestion question, Budget budget, Account<Shown> account) {
        var bounded = Climbing.bounded(question);
        var method = LazyMethod.solving(bounded, question.solver());
        return Climbing.run(
                ID, method, bounded, question.searchBounds().bounds().map(LazyBounds::of), budget, account);
    }
}
