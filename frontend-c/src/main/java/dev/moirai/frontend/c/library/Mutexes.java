package dev.moirai.frontend.c.library;

import dev.moirai.ir.Access;
import dev.moirai.ir.Errno;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.LockMode;
import dev.moirai.ir.Instr.Patience;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import java.util.Optional;

/** Mutexes, read-write locks and spin locks. */
final class Mutexes {
    /** glibc's adaptive kind differs from the normal one only in speed. */
    private static final int ADAPTIVE = 3;

    private static final int ROBUST = 1;

    private Mutexes() {}

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "pthread_mutex_init" -> Mutexes::init;
                    case "pthread_mutex_destroy" -> destroy(Sync.MUTEX);
                    case "pthread_mutex_lock" -> lock(LockMode.MUTEX, Patience.BLOCK);
                    case "pthread_mutex_trylock" -> lock(LockMode.MUTEX, Patience.TRY);
                    case "pthread_mutex_timedlock", "pthread_mutex_clocklock" -> lock(LockMode.MUTEX, Patience.TIMED);
                    case "pthread_mutex_unlock" -> unlock(Sync.MUTEX);
                    case "pthread_mutexattr_init" -> site -> setKind(site, Pen.number(Sync.NORMAL));
                    case "pthread_mutexattr_settype", "pthread_mutexattr_setkind_np" ->
                        site -> Accepted.within(
                                site, site.argument(1, Type.I32), 0, ADAPTIVE, kind -> setKind(site, kind));
                    case "pthread_mutexattr_gettype" -> Mutexes::getKind;
                    case "pthread_mutexattr_destroy", "pthread_rwlockattr_init", "pthread_rwlockattr_destroy" ->
                        _ -> Pen.zero();
                    case "pthread_mutexattr_setpshared", "pthread_rwlockattr_setpshared" -> Accepted.upTo(1);
                    case "pthread_mutexattr_setprotocol", "pthread_rwlockattr_setkind_np" -> Accepted.upTo(2);
                    case "pthread_mutexattr_setrobust", "pthread_mutexattr_setrobust_np" -> Mutexes::setRobust;
                    case "pthread_rwlock_init" -> site -> make(site, Sync.RWLOCK, Pen.number(0));
                    case "pthread_rwlock_destroy" -> destroy(Sync.RWLOCK);
                    case "pthread_rwlock_rdlock" -> lock(LockMode.READ, Patience.BLOCK);
                    case "pthread_rwlock_tryrdlock" -> lock(LockMode.READ, Patience.TRY);
                    case "pthread_rwlock_timedrdlock", "pthread_rwlock_clockrdlock" ->
                        lock(LockMode.READ, Patience.TIMED);
                    case "pthread_rwlock_wrlock" -> lock(LockMode.WRITE, Patience.BLOCK);
                    case "pthread_rwlock_trywrlock" -> lock(LockMode.WRITE, Patience.TRY);
                    case "pthread_rwlock_timedwrlock", "pthread_rwlock_clockwrlock" ->
                        lock(LockMode.WRITE, Patience.TIMED);
                    case "pthread_rwlock_unlock" -> unlock(Sync.RWLOCK);
                    case "pthread_spin_init" -> site -> make(site, Sync.SPIN, Pen.number(0));
                    case "pthread_spin_destroy" -> destroy(Sync.SPIN);
                    case "pthread_spin_lock" -> lock(LockMode.SPIN, Patience.BLOCK);
                    case "pthread_spin_trylock" -> lock(LockMode.SPIN, Patience.TRY);
                    case "pthread_spin_unlock" -> unlock(Sync.SPIN);
                    default -> null;
                });
    }

    static FunctionModel lock(LockMode mode, Patience patience) {
        return site -> {
            Local result = new Pen(site).result();
            Runnable take = () -> take(site, result, mode, patience);
            if (patience != Patience.TIMED) take.run();
            // glibc looks at the time also where a read-write lock is free, as POSIX allows.
            else if (mode != LockMode.MUTEX) Deadlines.ifValid(site, result, take);
            else Deadlines.ifValid(site, take, () -> takeIfFree(site, result));
            return Optional.of(result);
        };
    }

    private static void take(CallSite site, Local result, LockMode mode, Patience patience) {
        site.emit(new Instr.Lock(result, site.argument(0), mode, patience, site.span()));
    }

    /** A mutex that is free is taken whatever the time is; else a time that is none is {@code EINVAL}. */
    private static void takeIfFree(CallSite site, Local result) {
        var pen = new Pen(site);
        take(site, result, LockMode.MUTEX, Patience.TRY);
        pen.when(Pen.equal(result, Pen.number(Errno.EBUSY)), () -> pen.set(result, Pen.number(Errno.EINVAL)));
    }

    static FunctionModel unlock(Sync kind) {
        return site -> {
            Local result = new Pen(site).result();
            site.emit(new Instr.Unlock(result, site.argument(0), kind, site.span()));
            return Optional.of(result);
        };
    }

    static FunctionModel destroy(Sync kind) {
        return site -> {
            Local result = new Pen(site).result();
            site.emit(new Instr.DestroySync(result, kind, site.argument(0), site.span()));
            return Optional.of(result);
        };
    }

    static Optional<Expr> make(CallSite site, Sync kind, Expr parameter) {
        site.emit(new Instr.InitSync(kind, site.argument(0), parameter, site.span()));
        return Pen.zero();
    }

    private static Optional<Expr> init(CallSite site) {
        var pen = new Pen(site);
        Expr attributes = site.argument(1);
        if (Pen.isNull(attributes)) return make(site, Sync.MUTEX, Pen.number(Sync.NORMAL));
        Local kind = site.fresh(Type.I32);
        pen.set(kind, Pen.number(Sync.NORMAL));
        Runnable read = () -> pen.set(kind, site.load(pen.at(attributes, 0, Type.I32), Type.I32, Access.PLAIN));
        if (Pen.isSurelySomething(attributes)) read.run();
        else pen.when(Pen.isNonzero(attributes), read);
        return make(site, Sync.MUTEX, kind);
    }

    /** Sets the kind, which is the first word of the attributes. */
    private static Optional<Expr> setKind(CallSite site, Expr kind) {
        var pen = new Pen(site);
        Expr seen = Pen.constant(kind).isPresent()
                ? Pen.number(
                        Pen.constant(kind).getAsLong() == ADAPTIVE
                                ? Sync.NORMAL
                                : Pen.constant(kind).getAsLong())
                : new Expr.Select(Pen.equal(kind, Pen.number(ADAPTIVE)), Pen.number(Sync.NORMAL), kind);
        pen.store(pen.at(site.argument(0), 0, Type.I32), seen);
        return Pen.zero();
    }

    private static Optional<Expr> getKind(CallSite site) {
        var pen = new Pen(site);
        pen.store(site.argument(1), site.load(pen.at(site.argument(0), 0, Type.I32), Type.I32, Access.PLAIN));
        return Pen.zero();
    }

    private static Optional<Expr> setRobust(CallSite site) {
        if (Pen.constant(site.argument(1)).orElse(ROBUST) == ROBUST) {
            throw site.error(site.function() + ": robust mutexes are not supported", "");
        }
        return Accepted.upTo(ROBUST).call(site);
    }
}
