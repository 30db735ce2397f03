package dev.moirai.verify.check;

import dev.moirai.property.Reason;
import dev.moirai.verify.bounded.Cbmc;
import dev.moirai.verify.bounded.LazyBounds;
import dev.moirai.verify.bounded.LazyMethod;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.EngineId;
import java.util.Optional;

/** Lazy sequentialization whose sequential program CBMC decides, as C. Users know it as a backend of the lazy engine. */
final class CbmcEngine implements Engine<CheckQuestion, Shown> {
    @Override
    public EngineId id() {
        return LazyEngine.ID;
    }

    @Override
    public Optional<Reason> refusal(CheckQuestion question) {
        return LazyEngine.blindness(question)
                .or(() -> Cbmc.unavailable(question.cbmc()).map(Reason::undecided));
    }

    @Override
    public Finding<Shown> run(CheckQuestion question, Budget budget, Account<Shown> account) {
        var bounded = Climbing.bounded(question);
        var method = LazyMethod.cbmc(bounded, question.cbmc());
        return Climbing.run(
                id(), method, bounded, question.searchBounds().bounds().map(LazyBounds::of), budget, account);
    }
}
