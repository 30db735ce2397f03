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

    public Account(Progress progress) {
        this(progress, new AtomicReference<>());
    }

    private Account(Progress progress, AtomicReference<Supplier<Finding<E>>> known) {
        this.progress = progress;
        this.known = known;
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

    /** The same, under the engine's name. */
    public Account<E> of(EngineId engine) {
        return new Account<>(progress.of(engine.word()), known);
    }

    /** One of its own for an engine that works beside others. */
    Account<E> beside(EngineId engine) {
        return new Account<>(progress.of(engine.word()));
    }

    public Optional<Finding<E>> soFar() {
        return Optional.ofNullable(known.get()).map(Supplier::get);
    }
}
