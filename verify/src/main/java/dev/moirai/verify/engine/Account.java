package dev.moirai.verify.engine;

import dev.moirai.witness.EngineId;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What an engine reports while it works: how far it has come, and what it would answer if it had to end now. Other
 * threads may ask for that at any time.
 */
public final class Account<E> {
    private final Progress progress;
    private final AtomicReference<Supplier<Finding<E>>> known;
    /** Waits while other engines have their turn. */
    private final Runnable turn;

    private final BooleanSupplier othersWork;

    public Account(Progress progress) {
        this(progress, new AtomicReference<>(), () -> {}, () -> false);
    }

    private Account(
            Progress progress, AtomicReference<Supplier<Finding<E>>> known, Runnable turn, BooleanSupplier othersWork) {
        this.progress = progress;
        this.known = known;
        this.turn = turn;
        this.othersWork = othersWork;
    }

    public static <E> Account<E> ignored() {
        return new Account<>(Progress.ignored());
    }

    public void at(String point) {
        progress.at(point);
    }

    /** @param finding makes the finding when it is asked for */
    public void knows(Supplier<Finding<E>> finding) {
        known.set(finding);
    }

    /**
     * An engine calls this when the first and easy part of its work is done. Waits while those {@link Member}s work
     * that start in the turn of this engine. Returns at once if there are none, or if the work must end.
     */
    public void letOthers() {
        turn.run();
    }

    /** Whether the search goes on anyway, because another engine is working that may settle the question. */
    public boolean othersWork() {
        return othersWork.getAsBoolean();
    }

    /** The same account, in which progress is reported under the engine's name. */
    public Account<E> of(EngineId engine) {
        return new Account<>(progress.of(engine.word()), known, turn, othersWork);
    }

    /**
     * A separate account for an engine that works beside others.
     *
     * @param turn waits while other engines have their turn
     * @param othersWork whether one of them is working
     */
    Account<E> beside(EngineId engine, Runnable turn, BooleanSupplier othersWork) {
        return new Account<>(progress.of(engine.word()), new AtomicReference<>(), turn, othersWork);
    }

    public Optional<Finding<E>> soFar() {
        return Optional.ofNullable(known.get()).map(Supplier::get);
    }
}
