package dev.moirai.verify.check;

import dev.moirai.explore.Explorer;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.property.Property;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.EngineId;
import java.util.Optional;

/** Searches all interleavings, state by state, with a partial-order reduction that learns what threads touch. */
final class LearningEngine implements Engine<CheckQuestion, Shown> {
    private static final EngineId ID = new EngineId("learning", EngineId.Way.STATES);

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public Optional<Reason> refusal(CheckQuestion question) {
        if (question.properties().contains(Property.DATA_RACE)) {
            return Optional.of(new Reason(Reason.Kind.UNDECIDED, "the learning search does not look for data races"));
        }
        if (question.reduction() == Check.Reduction.NONE) {
            return Optional.of(new Reason(Reason.Kind.UNDECIDED, "the learning search is nothing but reduction"));
        }
        return Optional.empty();
    }

    @Override
    public Finding<Shown> run(CheckQuestion question, Budget budget, Account<Shown> account) {
        var machine = new Machine(question.program(), MachineOptions.DEFAULT.watching(question.properties()));
        var exploration = Explorer.learn(machine, ExplicitEngine.within(question, budget));
        Verdict verdict = ExplicitEngine.confirmed(machine, exploration.verdict());
        return new Finding<>(ID, verdict, exploration.statistics().counts());
    }
}
