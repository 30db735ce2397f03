package dev.moirai.verify.check;

import dev.moirai.explore.Exploration;
import dev.moirai.explore.Explorer;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.witness.EngineId;
import java.util.Map;
import java.util.Optional;

/** Searches all interleavings, with the worst state for all that differ in numbers of which more is worse. */
final class RisingEngine implements Engine<CheckQuestion, Shown> {
    private static final EngineId ID = new EngineId("rising", EngineId.Way.STATES);

    @Override
    public EngineId id() {
        return ID;
    }

    @Override
    public Finding<Shown> run(CheckQuestion question, Budget budget, Account<Shown> account) {
        var machine = new Machine(question.program(), MachineOptions.DEFAULT.watching(question.properties()));
        Optional<Exploration> exploration = Explorer.rise(machine, ExplicitEngine.within(question, budget));
        if (exploration.isEmpty()) {
            return new Finding<>(ID, new Verdict.Unknown(Reason.undecided("no number only rises")), Map.of());
        }
        Verdict verdict = ExplicitEngine.confirmed(machine, exploration.get().verdict());
        return new Finding<>(ID, verdict, exploration.get().statistics().counts());
    }
}
