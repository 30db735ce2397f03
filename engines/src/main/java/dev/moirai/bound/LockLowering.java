package dev.moirai.bound;

import static dev.moirai.bound.SectionWriter.both;
import static dev.moirai.bound.SectionWriter.either;
import static dev.moirai.bound.SectionWriter.is;
import static dev.moirai.bound.SectionWriter.isMore;
import static dev.moirai.bound.SectionWriter.isNot;
import static dev.moirai.bound.SectionWriter.number;
import static dev.moirai.bound.SectionWriter.plus;
import static dev.moirai.bound.SectionWriter.when;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.LockMode;
import dev.moirai.ir.Instr.Patience;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sync;

/** Mutexes, spin locks, read-write locks and semaphores. */
final class LockLowering {
    private LockLowering() {}

    /** The words of a lock, loaded. A spin lock has only an owner, a read-write lock no kind: they are constants then. */
    record Words(Expr kind, Expr owner, Expr count, Expr dead) {
        static Words of(SectionWriter section, Expr object, Sync sync) {
            if (sync == Sync.SPIN) {
                Local owner = section.word(object, Sync.SPIN_OWNER, "owner");
                Expr dead = when(is(owner, Sync.SPIN_DEAD), number(1), number(0));
                return new Words(number(Sync.NORMAL), owner, number(0), dead);
            }
            Expr kind = sync == Sync.MUTEX ? section.word(object, Sync.KIND, "kind") : number(Sync.NORMAL);
            Local owner = section.word(object, Sync.OWNER, "owner");
            Local count = section.word(object, Sync.COUNT, "count");
            return new Words(kind, owner, count, section.word(object, Sync.DEAD, "dead"));
        }

        Expr usable() {
            return is(dead, 0);
        }

        Expr isRecursive() {
            return is(kind, Sync.RECURSIVE);
        }
    }

    static void lock(SectionWriter section, Instr.Lock lock) {
        LockMode mode = lock.mode();
        Words words = Words.of(section, lock.object(), mode.kind());
        Expr free = mode == LockMode.WRITE ? both(is(words.owner(), 0), is(words.count(), 0)) : is(words.owner(), 0);
        Expr mine = is(words.owner(), section.me());
        Expr again = mode == LockMode.MUTEX ? both(mine, words.isRecursive()) : Expr.FALSE;
        Expr refused = switch (mode) {
            case MUTEX -> both(mine, is(words.kind(), Sync.ERROR_CHECKING));
            case READ, WRITE -> mine;
            case SPIN -> Expr.FALSE;
        };
        Expr usable = words.usable();
        if (lock.patience() == Patience.BLOCK) {
            section.waitUntil(either(Expr.not(usable), either(either(free, again), refused)));
        }
        section.require(usable, "lock of a " + mode.kind() + " that has been destroyed");
        Local taken = section.keep("taken", both(usable, either(free, again)));
        int whenHeld = lock.refusal();
        int whenRefused = lock.patience() == Patience.TRY ? Errno.EBUSY : Errno.EDEADLK;
        Local code = section.keep(
                "code",
                when(
                        taken,
                        number(0),
                        when(
                                Expr.not(usable),
                                number(Errno.EINVAL),
                                when(refused, number(whenRefused), number(whenHeld)))));
        if (mode == LockMode.READ) {
            section.setWord(lock.object(), Sync.COUNT, when(taken, plus(words.count(), 1), words.count()));
        } else {
            int owner = mode == LockMode.SPIN ? Sync.SPIN_OWNER : Sync.OWNER;
            if (mode == LockMode.MUTEX) {
                Expr depth = when(is(words.owner(), 0), number(1), plus(words.count(), 1));
                section.setWord(
                        lock.object(), Sync.COUNT, when(both(taken, words.isRecursive()), depth, words.count()));
            }
            section.setWord(lock.object(), owner, when(taken, section.me(), words.owner()));
        }
        section.set(lock.result(), code);
    }

    static void unlock(SectionWriter section, Instr.Unlock unlock) {
        Words words = Words.of(section, unlock.object(), unlock.kind());
        section.require(words.usable(), "unlock of a " + unlock.kind() + " that has been destroyed");
        section.set(unlock.result(), release(section, unlock.object(), unlock.kind(), words));
    }

    /** Gives the lock back and returns the code. */
    static Expr release(SectionWriter section, Expr object, Sync sync, Words words) {
        Expr usable = words.usable();
        Expr mine = is(words.owner(), section.me());
        Expr reader = sync == Sync.RWLOCK ? both(is(words.owner(), 0), isMore(words.count(), 0)) : Expr.FALSE;
        Expr refused = both(Expr.not(mine), isNot(words.kind(), Sync.NORMAL));
        Expr proper = either(either(mine, reader), refused);
        section.require(proper, "unlock of a " + sync + " that this thread does not hold");
        Local gives = section.keep("gives", both(usable, Expr.not(either(refused, reader))));
        Expr deeper = both(words.isRecursive(), isMore(words.count(), 1));
        Local code =
                section.keep("code", when(usable, when(refused, number(Errno.EPERM), number(0)), number(Errno.EINVAL)));
        switch (sync) {
            case MUTEX -> {
                Expr depth = when(both(gives, words.isRecursive()), plus(words.count(), -1), words.count());
                Local owner = section.keep("next", when(both(gives, Expr.not(deeper)), number(0), words.owner()));
                section.setWord(object, Sync.COUNT, depth);
                section.setWord(object, Sync.OWNER, owner);
            }
            case RWLOCK -> {
                Expr left = when(both(usable, reader), plus(words.count(), -1), words.count());
                Local owner = section.keep("next", when(gives, number(0), words.owner()));
                section.setWord(object, Sync.COUNT, left);
                section.setWord(object, Sync.OWNER, owner);
            }
            default -> section.setWord(object, Sync.SPIN_OWNER, when(gives, number(0), words.owner()));
        }
        return code;
    }

    // ---- semaphores --------------------------------------------------------------------------------------------

    static void down(SectionWriter section, Instr.Down down) {
        Local value = section.word(down.object(), Sync.VALUE, "value");
        Expr usable = is(section.word(down.object(), Sync.DEAD, "dead"), 0);
        Expr positive = isMore(value, 0);
        if (down.patience() == Patience.BLOCK) section.waitUntil(either(Expr.not(usable), positive));
        section.require(usable, "wait for a semaphore that has been destroyed");
        Local code = section.keep(
                "code", when(usable, when(positive, number(0), number(down.refusal())), number(Errno.EINVAL)));
        section.setWord(down.object(), Sync.VALUE, when(is(code, 0), plus(value, -1), value));
        section.set(down.result(), code);
    }

    static void up(SectionWriter section, Instr.Up up) {
        Local value = section.word(up.object(), Sync.VALUE, "value");
        Expr usable = is(section.word(up.object(), Sync.DEAD, "dead"), 0);
        section.require(usable, "post of a semaphore that has been destroyed");
        Expr full = is(value, Integer.MAX_VALUE);
        Local code = section.keep(
                "code", when(usable, when(full, number(Errno.EOVERFLOW), number(0)), number(Errno.EINVAL)));
        section.setWord(up.object(), Sync.VALUE, when(is(code, 0), plus(value, 1), value));
        section.set(up.result(), code);
    }

    static void level(SectionWriter section, Instr.Level level) {
        Local value = section.word(level.object(), Sync.VALUE, "value");
        Expr usable = is(section.word(level.object(), Sync.DEAD, "dead"), 0);
        section.require(usable, "value of a semaphore that has been destroyed");
        section.set(level.into(), when(usable, value, number(0)));
    }
}
