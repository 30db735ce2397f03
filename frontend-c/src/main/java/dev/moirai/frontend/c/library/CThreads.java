package dev.moirai.frontend.c.library;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.Detachment;
import dev.moirai.ir.Instr.LockMode;
import dev.moirai.ir.Instr.Patience;
import dev.moirai.ir.Instr.Wake;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import java.util.List;
import java.util.Optional;

/** C11's {@code threads.h}: POSIX threads under other names, with result codes of their own (those of glibc). */
final class CThreads {
    private static final int BUSY = 1;
    private static final int ERROR = 2;
    private static final int TIMED_OUT = 4;
    /** The bit {@code mtx_recursive} of a mutex's kind. */
    private static final int RECURSIVE = 1;

    private static final int TIMED = 2;

    private CThreads() {}

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "thrd_create" -> CThreads::create;
                    case "thrd_join" -> CThreads::join;
                    case "thrd_detach" -> coded(ThreadFunctions::detach);
                    case "thrd_exit" -> CThreads::exit;
                    case "thrd_current" -> ThreadFunctions::self;
                    case "thrd_equal" -> ThreadFunctions::equal;
                    case "mtx_init" -> CThreads::init;
                    case "mtx_destroy" -> silent(Mutexes.destroy(Sync.MUTEX));
                    case "mtx_lock" -> coded(Mutexes.lock(LockMode.MUTEX, Patience.BLOCK));
                    case "mtx_trylock" -> coded(Mutexes.lock(LockMode.MUTEX, Patience.TRY));
                    case "mtx_timedlock" -> coded(Mutexes.lock(LockMode.MUTEX, Patience.TIMED));
                    case "mtx_unlock" -> coded(Mutexes.unlock(Sync.MUTEX));
                    case "cnd_init" -> site -> Mutexes.make(site, Sync.CONDITION, Pen.number(0));
                    case "cnd_destroy" -> silent(Mutexes.destroy(Sync.CONDITION));
                    case "cnd_wait" -> coded(WaitFunctions.wait(Patience.BLOCK));
                    case "cnd_timedwait" -> coded(WaitFunctions.wait(Patience.TIMED));
                    case "cnd_signal" -> WaitFunctions.signal(Wake.ONE);
                    case "cnd_broadcast" -> WaitFunctions.signal(Wake.ALL);
                    default -> null;
                });
    }

    /** The start function returns an {@code int}, and so does the join. */
    private static Optional<Expr> create(CallSite site) {
        var pen = new Pen(site);
        Local handle = site.fresh(pen.sizeType());
        site.emit(new Instr.Spawn(
                handle, site.argument(1), site.argument(2, Type.VOID_POINTER), Detachment.JOINABLE, site.span()));
        if (site.masksSignals()) site.invoke("__moirai_inherit_mask", List.of(handle));
        pen.store(site.argument(0), handle);
        return Pen.zero();
    }

    private static Optional<Expr> join(CallSite site) {
        var pen = new Pen(site);
        Expr into = site.argument(1);
        Local result = pen.result();
        Local value = pen.result();
        site.emit(new Instr.Join(result, Optional.of(value), site.argument(0, pen.sizeType()), site.span()));
        if (!Pen.isNull(into)) pen.when(Pen.isZero(result), () -> pen.storeUnlessNull(into, value));
        return Optional.of(translated(result));
    }

    private static Optional<Expr> exit(CallSite site) {
        site.emit(new Instr.ExitThread(site.argument(0, Type.I32), site.span()));
        return Pen.none();
    }

    private static Optional<Expr> init(CallSite site) {
        Expr kind = site.argument(1, Type.I32);
        return Optional.of(Accepted.within(
                site,
                kind,
                0,
                RECURSIVE | TIMED,
                ERROR,
                kept -> Mutexes.make(site, Sync.MUTEX, Pen.binary(Expr.BinaryOp.AND, kept, Pen.number(RECURSIVE)))));
    }

    private static FunctionModel coded(FunctionModel model) {
        return site -> model.call(site).map(CThreads::translated);
    }

    private static FunctionModel silent(FunctionModel model) {
        return site -> {
            model.call(site);
            return Pen.none();
        };
    }

    /** The POSIX error code as one of C11: {@code thrd_success} for 0, and so on. */
    private static Expr translated(Expr code) {
        return new Expr.Select(
                Pen.isZero(code),
                code,
                new Expr.Select(
                        Pen.equal(code, Pen.number(Errno.EBUSY)),
                        Pen.number(BUSY),
                        new Expr.Select(
                                Pen.equal(code, Pen.number(Errno.ETIMEDOUT)),
                                Pen.number(TIMED_OUT),
                                Pen.number(ERROR))));
    }
}
