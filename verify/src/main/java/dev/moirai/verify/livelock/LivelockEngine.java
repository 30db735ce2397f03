package dev.moirai.verify.livelock;

import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;

/** All engines that {@code livelock} knows. A new one gets its line here, and perhaps a part in {@link InTurn}. */
public enum LivelockEngine {
    /** The explicit engine for a moment, then the symbolic one, and after its first queries a termination proof. */
    AUTO(new InTurn()),
    /** Every state is visited, and fair cycles are looked for. */
    EXPLICIT(new FairCycles()),
    /** A stem and a lasso of a number of rounds are looked for, as one formula. */
    LASSO(new LassoEngine());

    private final Engine<LivelockQuestion, Evidence> engine;

    LivelockEngine(Engine<LivelockQuestion, Evidence> engine) {
        this.engine = engine;
    }

    /** @param account of the question; a single engine reports under its own name */
    Finding<Evidence> ask(LivelockQuestion question, Budget budget, Account<Evidence> account) {
        return this == AUTO
                ? engine.run(question, budget, account)
                : Inquiry.of(engine, question, budget, account.of(id()));
    }

    EngineId id() {
        return engine.id();
    }
}
