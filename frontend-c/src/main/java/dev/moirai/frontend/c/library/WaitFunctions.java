package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.LockMode;
import dev.moirai.ir.Instr.Patience;
import dev.moirai.ir.Instr.Wake;
import dev.moirai.ir.Instr.Wakeup;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import java.util.Optional;

/** Condition variables, barriers, semaphores, and the wait that bundled C uses. */
final class WaitFunctions {
    /** What a semaphore may hold, {@code SEM_VALUE_MAX}, and how many may meet at a barrier. */
    private static final int LARGEST = Integer.MAX_VALUE;

    private WaitFunctions() {}

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "pthread_cond_init" -> site -> Mutexes.make(site, Sync.CONDITION, Pen.number(0));
                    case "pthread_cond_destroy" -> Mutexes.destroy(Sync.CONDITION);
                    case "pthread_cond_wait" -> wait(Patience.BLOCK);
                    case "pthread_cond_timedwait", "pthread_cond_clockwait" -> wait(Patience.TIMED);
                    case "pthread_cond_signal" -> signal(Wake.ONE);
                    case "pthread_cond_broadcast" -> signal(Wake.ALL);
                    case "pthread_condattr_init",
                            "pthread_condattr_destroy",
                            "pthread_barrierattr_init",
                            "pthread_barrierattr_destroy" -> _ -> Pen.zero();
                    // Of clocks those of the day and of the machine, 0 and 1.
                    case "pthread_condattr_setclock", "pthread_condattr_setpshared", "pthread_barrierattr_setpshared" ->
                        Accepted.upTo(1);
                    case "pthread_barrier_init" -> WaitFunctions::barrier;
                    case "pthread_barrier_destroy" -> Mutexes.destroy(Sync.BARRIER);
                    case "pthread_barrier_wait" -> WaitFunctions::meet;
                    case "sem_init" -> reporting(WaitFunctions::semaphore);
                    case "sem_destroy" -> reporting(Mutexes.destroy(Sync.SEMAPHORE));
                    case "sem_wait" -> down(Patience.BLOCK);
                    case "sem_trywait" -> down(Patience.TRY);
                    case "sem_timedwait", "sem_clockwait" -> down(Patience.TIMED);
                    case "sem_post" -> reporting(WaitFunctions::up);
                    case "sem_getvalue" -> WaitFunctions::level;
                    case "__moirai_await_int" -> WaitFunctions::await;
                    case "__moirai_wait_for" ->
                        site -> {
                            Cancellation.during(site, () -> await(site));
                            return Pen.none();
                        };
                    default -> null;
                });
    }

    /** Releases the mutex and begins to wait in one step; then waits; then takes the mutex again. */
    static FunctionModel wait(Patience patience) {
        return site -> {
            var pen = new Pen(site);
            Expr condition = site.argument(0);
            Expr mutex = site.argument(1);
            Local result = pen.result();
            Runnable wait = () -> site.emit(new Instr.Wait(result, condition, mutex, site.span()));
            boolean wakes = Cancellation.mayWake(site);
            Runnable whole = () -> {
                if (wakes) Cancellation.before(site, condition, wait);
                else Cancellation.beforeOther(site, wait);
                pen.when(Pen.isZero(result), () -> {
                    site.emit(new Instr.Awake(
                            result,
                            condition,
                            Sync.CONDITION,
                            patience,
                            site.options().wakeup(),
                            site.span()));
                    site.emit(new Instr.Lock(pen.result(), mutex, LockMode.MUTEX, Patience.BLOCK, site.span()));
                });
                if (wakes) Cancellation.after(site);
                else Cancellation.afterOther(site);
            };
            // The mutex is still held after a time that is none.
            if (patience == Patience.TIMED) Deadlines.ifValid(site, result, whole);
            else whole.run();
            return Optional.of(result);
        };
    }

    static FunctionModel signal(Wake wake) {
        return site -> {
            site.emit(new Instr.Signal(site.argument(0), wake, site.span()));
            return Pen.zero();
        };
    }

    private static Optional<Expr> barrier(CallSite site) {
        Expr count = site.argument(2, Type.U32);
        return Accepted.within(site, count, 1, LARGEST, kept -> Mutexes.make(site, Sync.BARRIER, kept));
    }

    private static Optional<Expr> semaphore(CallSite site) {
        Expr value = site.argument(2, Type.U32);
        return Accepted.within(site, value, 0, LARGEST, kept -> Mutexes.make(site, Sync.SEMAPHORE, kept));
    }

    /** The last thread to arrive continues at once, with {@code PTHREAD_BARRIER_SERIAL_THREAD} (-1). */
    private static Optional<Expr> meet(CallSite site) {
        var pen = new Pen(site);
        Expr barrier = site.argument(0);
        Local result = pen.result();
        site.emit(new Instr.Arrive(result, barrier, site.span()));
        pen.when(
                Pen.isZero(result),
                () -> site.emit(new Instr.Awake(
                        pen.result(), barrier, Sync.BARRIER, Patience.BLOCK, Wakeup.SIGNALLED_ONLY, site.span())));
        return Optional.of(result);
    }

    private static FunctionModel down(Patience patience) {
        return reporting(site -> {
            Local result = new Pen(site).result();
            Runnable down = () -> site.emit(new Instr.Down(result, site.argument(0), patience, site.span()));
            Runnable waiting = () -> Cancellation.during(site, down);
            switch (patience) {
                case TRY -> down.run();
                case BLOCK -> waiting.run();
                // glibc looks at the time also where the semaphore is free, as POSIX allows.
                case TIMED -> Deadlines.ifValid(site, result, waiting);
            }
            return Optional.of(result);
        });
    }

    private static Optional<Expr> up(CallSite site) {
        Local result = new Pen(site).result();
        site.emit(new Instr.Up(result, site.argument(0), site.span()));
        return Optional.of(result);
    }

    private static Optional<Expr> level(CallSite site) {
        var pen = new Pen(site);
        Local value = pen.result();
        site.emit(new Instr.Level(value, site.argument(0), site.span()));
        pen.store(site.argument(1), value);
        return Pen.zero();
    }

    /** Semaphore functions report errors through {@code errno}. */
    private static FunctionModel reporting(FunctionModel model) {
        return site -> model.call(site).map(code -> {
            boolean succeeds = Pen.constant(code).orElse(1) == 0;
            return !succeeds && site.failureNoticed() ? ErrnoVariable.report(site, code) : code;
        });
    }

    /** Blocks until the memory place holds the value. */
    private static Optional<Expr> await(CallSite site) {
        site.emit(new Instr.Await(site.argument(0), site.argument(1, Type.I32), site.span()));
        return Pen.none();
    }
}
