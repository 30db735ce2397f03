package dev.moirai.verify.check;

import dev.moirai.property.Bounds;
import dev.moirai.property.Reason;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.verify.bounded.OrderMethod;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.EngineId;
import java.util.Optional;

/** The order of events: all interleavings of a program with unwound loops, as one formula. */
final class OrderEngine implements Engine<CheckQuestion, Shown> {
    private static final EngineId ID = new EngineId("order", EngineId.Way.FORMULAS);

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public Optional<Reason> refusal(CheckQuestion question) {
        return Solvers.unavailable(question.solver()).map(Reason::undecided);
    }

    @Override
    public Finding<Shown> run(CheckQuestion question, Budget budget, Account<Shown> account) {
        var bounded = Climbing.bounded(question);
        var method = new OrderMethod(bounded, question.solver());
        return Climbing.run(
                ID, method, bounded, question.searchBounds().bounds().map(Bounds::unwind), budget, account);
    }
}
