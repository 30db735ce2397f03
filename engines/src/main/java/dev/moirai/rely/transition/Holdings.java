package dev.moirai.rely.transition;

import java.util.function.Consumer;

/**
 * What a thread remembers of the locks it has taken, where it matters who waits for whom. Claim, of a lock that can be
 * used: its owner has taken it and not given it back, and threads have at least as many shares of it as it has readers.
 * A thread may give back what another holds, and then still remembers its own part; that another has done so is
 * remembered too.
 *
 * <p>Where misuse is asked about, giving back what one has not taken is the failure, and so is making anew what is held. So
 * until then who remembers a lock holds it, and has a share of it as a reader or as its owner.
 */
final class Holdings {
    private static final Linear ONE = Linear.of(1);

    private final Variables variables;
    private final Instance thread;
    private final boolean areRemembered;
    private final boolean areDemanded;
    private final Consumer<Path> misused;

    /** @param misused takes the paths that end with misuse, where that is asked about */
    Holdings(Variables variables, Instance thread, Conduct conduct, Consumer<Path> misused) {
        this.variables = variables;
        this.thread = thread;
        this.areDemanded = conduct.failsAtMisuse();
        this.areRemembered = areDemanded || conduct.purpose() == Purpose.WAITING;
        this.misused = misused;
    }

    /** Whether the thread has taken a lock that one thread at most holds, or that misuse is not asked about. */
    boolean isTakenHere(Variable lock, Path path) {
        return !areDemanded || demand(mine(lock), path);
    }

    /** The same of a lock that may be shared. */
    boolean isSharedHere(Variable lock, Path path) {
        return !areDemanded || demand(shares(lock), path);
    }

    private boolean demand(Variable held, Path path) {
        Path none = path.fork();
        if (none.require(Row.zero(none.read(held)))) misused.accept(none);
        return path.require(Row.atLeast(path.read(held), ONE));
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
        if (areDemanded) {
            if (!isTakenHere(lock, path)) return;
            forgets(lock, path);
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
        if (!areDemanded && none.require(Row.zero(none.read(shares(lock))))) then.accept(none);
        if (!path.require(Row.atLeast(path.read(shares(lock)), ONE))) return;
        path.write(shares(lock), path.read(shares(lock)).plus(-1));
        then.accept(path);
    }

    /** The lock is made anew, and is free. */
    void madeAnew(Variable lock, Path path, Consumer<Path> then) {
        if (areRemembered && !areDemanded) {
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
