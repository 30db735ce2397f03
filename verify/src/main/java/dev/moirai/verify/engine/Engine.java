package dev.moirai.verify.engine;

import dev.moirai.property.Reason;
import java.util.Optional;

/**
 * A way to answer one kind of question. All engines of a command are asked through this, one alone or several side by side
 * ({@link Portfolio}); CONTRIBUTING.md says how to add one.
 *
 * <p>A violation leaves an engine only after the interpreter has run it again ({@code verify.replay}).
 *
 * @param <Q> what is asked: the program and all that belongs to the question, but for the time
 * @param <E> what there is to show beyond the verdict
 */
public interface Engine<Q, E> {
    EngineId id();

    /** Why there is no point in asking it this: a solver that is not installed, a property that it does not look for. */
    default Optional<Reason> refusal(Q question) {
        return Optional.empty();
    }

    /**
     * Works until it knows, cannot know, or the budget is spent. It looks at the budget and at the interrupt of its thread
     * as often as it can. Throws an {@link dev.moirai.source.InputException} for what the user has to mend; whatever else it
     * throws is an error of ours, which leaves the question to the other engines and is reported beside their answer.
     *
     * @param account takes how far it has come and, should there be no time to end, what it knows
     */
    Finding<E> run(Q question, Budget budget, Account<E> account);
}
