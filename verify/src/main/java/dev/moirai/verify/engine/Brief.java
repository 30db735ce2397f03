package dev.moirai.verify.engine;

import dev.moirai.property.Reason;
import dev.moirai.witness.EngineId;
import java.time.Duration;
import java.util.Optional;

/** An engine that gives up after a while, where its answer would be welcome but is not what was asked for. */
public record Brief<Q, E>(Engine<Q, E> engine, Duration longest) implements Engine<Q, E> {
    @Override
    public EngineId id() {
        return engine.id();
    }

    @Override
    public Optional<Reason> refusal(Q question) {
        return engine.refusal(question);
    }

    @Override
    public Finding<E> run(Q question, Budget budget, Account<E> account) {
        return engine.run(question, budget.atMost(longest), account);
    }
}
