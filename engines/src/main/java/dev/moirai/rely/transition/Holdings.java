package dev.moirai.rely.transition;

import java.util.function.Consumer;

/**
 * What a thread remembers of the locks it has taken, where it matters who waits for whom. Claim, of a lock that can be
 * used: its owner has taken it and not given it back, and threads have at least as many shares of it as it has readers.
 * A thread may give back what another holds, and then still remembers its own part; that another has done so is
 * remembered too.
 */
final class Holdings {
    private static final Linear ONE = Linear.of(1);

    private final Variables variables;
    private final Instance thread;
    private final boolean areRemembered;

    Holdings(Variables variables, Instance thread, Purpose purpose) {
        this.variables = variables;
        this.thread = thread;
        this.areRemembered = purpose == Purpose.WAITING;
    }

    boolean areRemembered() {
        return areRemembered;
    }

    private Variable mine(Variable lock) {
        return variables.holding(thread, lock, SyncSteps.BIT);
    }

    private Variable shares(Variable lock) {
        return variables.holding(thread, lock, SyncSteps.COUNT);
    }

    /** Whether the lock was given back, or made anew, while another thread than the one that did it may have held it. */
    private Variable isTaken(Variable lock) {
        return variables.control(lock.name() + " taken away", SyncSteps.BIT);
    }

    /** The thread takes a lock that one thread at most holds. */
    void takes(Variable lock, Path path) {
        if (areRemembered) path.write(mine(lock), ONE);
    }

    /** The thread takes one more share of a lock, or all of it. */
    void takesShare(Variable lock, Path path) {
        if (areRemembered) path.write(shares(lock), path.read(shares(lock)).plus(1));
    }

    /** The thread gives back a lock that one thread at most holds. */
    void givesBack(Variable lock, Path path, Consumer<Path> then) {
        if (!areRemembered) {
            path.write(lock, Linear.ZERO);
            then.accept(path);
            return;
        }
        Path others = path.fork();
        if (others.require(Row.zero(others.read(mine(lock)))) && others.require(Row.atLeast(others.read(lock), ONE))) {
            others.write(isTaken(lock), ONE);
            others.write(lock, Linear.ZERO);
            then.accept(others);
        }
        Path free = path.fork();
        if (free.require(Row.zero(free.read(mine(lock)))) && free.require(Row.zero(free.read(lock)))) then.accept(free);
        if (!path.require(Row.atLeast(path.read(mine(lock)), ONE))) return;
        forgets(lock, path);
        path.write(lock, Linear.ZERO);
        then.accept(path);
    }

    /** The thread has given back a lock that one thread at most holds. */
    void forgets(Variable lock, Path path) {
        if (areRemembered) path.write(mine(lock), Linear.ZERO);
    }

    /** The thread gives back one of its shares of a lock, if it has any. */
    void givesShareBack(Variable lock, Path path, Consumer<Path> then) {
        if (!areRemembered) {
            then.accept(path);
            return;
        }
        Path none = path.fork();
        if (none.require(Row.zero(none.read(shares(lock))))) then.accept(none);
        if (!path.require(Row.atLeast(path.read(shares(lock)), ONE))) return;
        path.write(shares(lock), path.read(shares(lock)).plus(-1));
        then.accept(path);
    }

    /** The lock is made anew, and is free. */
    void madeAnew(Variable lock, Path path, Consumer<Path> then) {
        if (areRemembered) {
            Path held = path.fork();
            if (held.require(Row.atLeast(held.read(lock), ONE))) {
                held.write(isTaken(lock), ONE);
                held.write(lock, Linear.ZERO);
                then.accept(held);
            }
            if (!path.require(Row.zero(path.read(lock)))) return;
        }
        path.write(lock, Linear.ZERO);
        then.accept(path);
    }

    /** Every way in which the thread may not hold a lock that can be used. */
    void notHeld(Variable lock, Path path, Consumer<Path> then) {
        Path never = path.fork();
        if (never.require(Row.zero(never.read(mine(lock))))) then.accept(never);
        Path free = path.fork();
        if (free.require(Row.zero(free.read(lock)))) then.accept(free);
        if (path.require(Row.atLeast(path.read(isTaken(lock)), ONE))) then.accept(path);
    }
}
