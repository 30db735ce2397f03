package dev.moirai.interpret;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.LockMode;
import dev.moirai.ir.Instr.Patience;
import dev.moirai.ir.Sync;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Step;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Operations that take and release mutexes, spin locks and read-write locks. */
final class LockOps {
    private LockOps() {}

    /** The result of trying to take a lock. */
    private enum Attempt {
        FREE,
        /** This thread holds the lock and may take it once more. */
        AGAIN,
        /** This thread holds the lock, and taking it again is an error ({@code EDEADLK}). */
        REFUSED,
        /** Some thread holds the lock, so this one must wait; for ever if it is this thread itself. */
        HELD
    }

    private static Attempt attempt(SyncObject lock, LockMode mode) {
        int owner = lock.owner();
        boolean mine = owner == lock.me();
        return switch (mode) {
            case SPIN -> owner == 0 ? Attempt.FREE : Attempt.HELD;
            case MUTEX -> {
                if (owner == 0) yield Attempt.FREE;
                if (!mine) yield Attempt.HELD;
                yield switch (lock.word(Sync.KIND)) {
                    case Sync.RECURSIVE -> Attempt.AGAIN;
                    case Sync.ERROR_CHECKING -> Attempt.REFUSED;
                    default -> Attempt.HELD;
                };
            }
            case READ -> owner == 0 ? Attempt.FREE : mine ? Attempt.REFUSED : Attempt.HELD;
            case WRITE -> {
                if (mine) yield Attempt.REFUSED;
                yield owner == 0 && lock.word(Sync.COUNT) == 0 ? Attempt.FREE : Attempt.HELD;
            }
        };
    }

    static final class Lock extends Op {
        private final int result;
        private final Node object;
        private final LockMode mode;
        private final Patience patience;
        private final int refusal;

        Lock(Instr.Lock instr, int result, Node object) {
            super(instr);
            this.result = result;
            this.object = object;
            this.mode = instr.mode();
            this.patience = instr.patience();
            this.refusal = instr.refusal();
        }

        private SyncObject object(Execution x) {
            return new SyncObject(x, object.eval(x), mode.kind());
        }

        @Override
        Readiness readiness(Execution x) {
            if (patience != Patience.BLOCK) return Readiness.READY;
            SyncObject lock = object(x);
            if (!lock.isUsable()) return Readiness.READY;
            return attempt(lock, mode) == Attempt.HELD ? Readiness.BLOCKED : Readiness.READY;
        }

        @Override
        String waitsFor(Execution x) {
            SyncObject lock = object(x);
            int owner = lock.owner();
            if (owner == lock.me()) return "for " + lock.name() + ", which it holds itself";
            if (owner == 0) return "for " + lock.name() + ", held by " + SyncObject.readers(lock.word(Sync.COUNT));
            return "for " + lock.name() + ", held by " + lock.threadName(owner);
        }

        @Override
        Optional<Violation.Awaited> awaited(Execution x) {
            SyncObject lock = object(x);
            OptionalInt holder = waitsOn(x);
            if (holder.isEmpty()
                    || lock.isMine()
                    || holder.getAsInt() >= x.state().threadCount()) {
                return Optional.empty();
            }
            String name = x.state().threadName(holder.getAsInt());
            return Optional.of(new Violation.Awaited.Lock(lock.name(), lock.place(), name));
        }

        @Override
        OptionalInt waitsOn(Execution x) {
            int owner = object(x).owner();
            return owner > 0 ? OptionalInt.of(owner - 1) : OptionalInt.empty();
        }

        @Override
        int execute(Execution x, int pc) {
            SyncObject lock = object(x);
            x.set(result, lock(x, lock));
            return pc + 1;
        }

        private int lock(Execution x, SyncObject lock) {
            int unusable = lock.check(patience == Patience.TRY ? "trylock of" : "lock of");
            if (unusable != 0) return unusable;
            return switch (attempt(lock, mode)) {
                case FREE -> take(x, lock);
                case AGAIN -> {
                    lock.setWord(Sync.COUNT, lock.word(Sync.COUNT) + 1);
                    yield 0;
                }
                case REFUSED -> x.refused(patience == Patience.TRY ? Errno.EBUSY : Errno.EDEADLK);
                case HELD -> x.refused(refusal);
            };
        }

        private int take(Execution x, SyncObject lock) {
            if (mode == LockMode.READ) {
                int readers = lock.word(Sync.COUNT) + 1;
                lock.setWord(Sync.COUNT, readers);
                x.sawChange(lock.address(), SyncObject.readers(readers));
                return 0;
            }
            lock.setOwner(lock.me());
            if (mode == LockMode.MUTEX && lock.word(Sync.KIND) == Sync.RECURSIVE) lock.setWord(Sync.COUNT, 1);
            x.sawChange(lock.address(), "held by " + x.thread().name, Step.Change.TAKEN);
            return 0;
        }

        @Override
        List<Touch> touches(Execution x) {
            return object(x).touch();
        }
    }

    static final class Unlock extends Op {
        private final int result;
        private final Node object;
        private final Sync kind;

        Unlock(Instr.Unlock instr, int result, Node object) {
            super(instr);
            this.result = result;
            this.object = object;
            this.kind = instr.kind();
        }

        @Override
        int execute(Execution x, int pc) {
            var lock = new SyncObject(x, object.eval(x), kind);
            int unusable = lock.check("unlock of");
            x.set(result, unusable != 0 ? unusable : unlock(x, lock));
            return pc + 1;
        }

        @Override
        List<Touch> touches(Execution x) {
            return new SyncObject(x, object.eval(x), kind).touch();
        }
    }

    /** Releases a lock that is fit for use: one level of a recursive mutex, or the share of one reader. */
    static int unlock(Execution x, SyncObject lock) {
        int owner = lock.owner();
        if (owner == 0 && lock.kind() == Sync.RWLOCK && lock.word(Sync.COUNT) > 0) {
            int readers = lock.word(Sync.COUNT) - 1;
            lock.setWord(Sync.COUNT, readers);
            if (readers == 0) x.sawChange(lock.address(), "free", Step.Change.RELEASED);
            else x.sawChange(lock.address(), SyncObject.readers(readers));
            return 0;
        }
        if (owner != lock.me()) {
            boolean checked = lock.kind() == Sync.MUTEX && lock.word(Sync.KIND) != Sync.NORMAL;
            if (checked) return x.refused(Errno.EPERM);
            String state = owner == 0 ? ", which is not locked" : ", which is held by " + lock.threadName(owner);
            lock.misuse("unlock of " + lock.name() + state, 0);
        }
        if (lock.kind() == Sync.MUTEX && lock.word(Sync.KIND) == Sync.RECURSIVE) {
            int depth = lock.word(Sync.COUNT) - 1;
            lock.setWord(Sync.COUNT, depth);
            if (depth > 0) return 0;
        }
        lock.setOwner(0);
        x.sawChange(lock.address(), "free", Step.Change.RELEASED);
        return 0;
    }
}
