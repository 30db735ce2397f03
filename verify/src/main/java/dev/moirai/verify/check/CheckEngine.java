package dev.moirai.verify.check;

import dev.moirai.property.Property;
import dev.moirai.verify.bounded.Shown;
import dev.moirai.verify.engine.Account;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Engine;
import dev.moirai.verify.engine.Finding;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.witness.EngineId;
import java.util.List;
import java.util.Set;

/** All engines that {@code check} knows. A new one gets its line here, and perhaps a part in {@link Together}. */
public enum CheckEngine {
    /** All engines; the first answer counts. */
    AUTO(new Together()),
    /** All interleavings, state by state. */
    EXPLICIT(new ExplicitEngine()),
    /** All interleavings, state by state, reduced by what threads have been seen to touch. */
    LEARNING(new LearningEngine()),
    /** All interleavings, with the worst states alone, where more is worse. */
    RISING(new RisingEngine()),
    /** Lazy sequentialization: all interleavings of a number of rounds, as one formula. */
    LAZY(new LazyEngine()),
    /** The order of events: all interleavings of a program with unwound loops, as one formula. */
    ORDER(new OrderEngine()),
    /** Proofs without bounds, thread by thread. */
    MODULAR(new ModularEngine()),
    /** Lazy sequentialization, and proofs where it takes long. */
    ROUNDS(new WithinRounds()),
    /** The sequentialized program, decided by CBMC. */
    CBMC(new CbmcEngine()),
    /** Random runs. */
    RUNS(new TrialRuns());

    /**
     * The engines that {@code --engine} offers. Rounds are asked for by their bound, CBMC is chosen as a backend, runs have
     * a command of their own, and two more searches over states work beside the others.
     */
    public static final List<CheckEngine> OFFERED = List.of(AUTO, EXPLICIT, LAZY, ORDER, MODULAR);

    /** What the engine that proves without bounds can be asked about. */
    public static final Set<Property> PROVABLE = ModularEngine.PROPERTIES;

    private final Engine<CheckQuestion, Shown> engine;

    CheckEngine(Engine<CheckQuestion, Shown> engine) {
        this.engine = engine;
    }

    /** Whether the engine, alone or beside another, is lazy sequentialization, the only one that has rounds. */
    public boolean hasRounds() {
        return this == LAZY || this == ROUNDS;
    }

    /** @param account of the question; a single engine reports under its own name */
    Finding<Shown> ask(CheckQuestion question, Budget budget, Account<Shown> account) {
        return this == AUTO || this == ROUNDS
                ? engine.run(question, budget, account)
                : Inquiry.of(engine, question, budget, account.of(id()));
    }

    public EngineId id() {
        return engine.id();
    }
}
