package dev.moirai.verify.engine;

import dev.moirai.property.Reason;
import dev.moirai.witness.EngineId;
import java.util.Optional;

/**
 * A way to answer one kind of question. Every command asks its engines through this interface, one alone or several
 * side by side ({@link Portfolio}); CONTRIBUTING.md says how to add one.
 *
 * <p>A violation leaves an engine only after the interpreter has run it again ({@code verify.replay}).
 *
 * @param <Q> the question: the program and everything that belongs to it, except the time
 * @param <E> what the engine shows beyond the verdict
 */
public interface Engine<Q, E> {
    EngineId id();

    /** Why the engine cannot answer this question: a solver is not installed, or it does not look for the property. */
    default Optional<Reason> refusal(Q question) {
        return Optional.empty();
    }

    /**
     * Works until it has an answer, cannot find one, or the budget is spent. It must check the budget and the interrupt
     * of its thread often. Throws an {@link dev.moirai.source.InputException} for what the user has to mend. Any other
     * exception is an internal error, which is reported beside the answer of the other engines.
     *
     * @param account takes the progress and, in case the time runs out, what is known so far
     */
    Finding<E> run(Q question, Budget budget, Account<E> account);
}
