package dev.moirai.verify.engine;

import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A member of a {@link Portfolio} that is working, in a thread of its own. */
final class Runner<Q, E> {
    /** A message to the portfolio. */
    sealed interface News<Q, E> {
        Runner<Q, E> runner();

        record Found<Q, E>(Runner<Q, E> runner, Finding<E> finding) implements News<Q, E> {}

        record Failed<Q, E>(Runner<Q, E> runner, Throwable error) implements News<Q, E> {}

        /** The engine waits until other engines have had their turn. */
        record Rests<Q, E>(Runner<Q, E> runner) implements News<Q, E> {}
    }

    private final Member<Q, E> member;
    private final Budget budget;
    private final Account<E> account;
    private final Consumer<News<Q, E>> told;
    private final long began = System.nanoTime();
    private final Semaphore goesOn = new Semaphore(0);
    private final Thread thread;

    /** @param othersWork whether another engine than this runner's is working */
    Runner(
            Member<Q, E> member,
            Budget budget,
            Account<E> portfolio,
            Predicate<Runner<Q, E>> othersWork,
            Consumer<News<Q, E>> told) {
        this.member = member;
        this.budget = budget;
        this.account = portfolio.beside(member.id(), this::rest, () -> othersWork.test(this));
        this.told = told;
        this.thread = new Thread(() -> told.accept(outcome()), "moirai-" + member.id());
        thread.setDaemon(true);
    }

    private News<Q, E> outcome() {
        try {
            return new News.Found<>(this, Inquiry.of(member.engine(), member.question(), budget, account));
        } catch (Throwable e) {
            return new News.Failed<>(this, e);
        }
    }

    private void rest() {
        told.accept(new News.Rests<>(this));
        try {
            goesOn.acquire();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    void start() {
        thread.start();
    }

    void goOn() {
        goesOn.release();
    }

    void stop() {
        budget.cancel();
        thread.interrupt();
    }

    Member<Q, E> member() {
        return member;
    }

    Account<E> account() {
        return account;
    }

    /** By the system's nanoseconds. */
    long began() {
        return began;
    }
}
