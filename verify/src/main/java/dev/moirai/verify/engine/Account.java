package dev.moirai.verify.engine;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * What an engine tells while it works: how far it has come, and what it could say if it had to end now. That may be asked
 * for from another thread at any time.
 */
public final class Account<E> {
    private final Progress progress;
    private final AtomicReference<Supplier<Finding<E>>> known;
    /** What letting others have their turn comes to. */
    private final Runnable turn;

    public Account(Progress progress) {
        this(progress, new AtomicReference<>(), () -> {});
    }

    private Account(Progress progress, AtomicReference<Supplier<Finding<E>>> known, Runnable turn) {
        this.progress = progress;
        this.known = known;
        this.turn = turn;
    }

    public static <E> Account<E> ignored() {
        return new Account<>(Progress.ignored());
    }

    public void at(String point) {
        progress.at(point);
    }

    /** @param finding as it is when it is asked for */
    public void knows(Supplier<Finding<E>> finding) {
        known.set(finding);
    }

    /**
     * The first and easy part of the work is done: waits until those {@link Member}s have had their turn that come in the
     * turn of this engine. Returns at once if there are none, or if the work is to end.
     */
    public void letOthers() {
        turn.run();
    }

    /** The same, under the engine's name. */
    public Account<E> of(EngineId engine) {
        return new Account<>(progress.of(engine.word()), known, turn);
    }

    /** One of its own for an engine that works beside others. @param turn waits while others have theirs */
    Account<E> beside(EngineId engine, Runnable turn) {
        return new Account<>(progress.of(engine.word()), new AtomicReference<>(), turn);
    }

    public Optional<Finding<E>> soFar() {
        return Optional.ofNullable(known.get()).map(Supplier::get);
    }
}
