package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Cancellation points. They cost nothing in a program that never calls {@code pthread_cancel}, which is itself written in C
 * ({@code cancel.c}).
 */
final class Cancellation {
    private static final String TYPE = "__moirai_setcanceltype";

    /** Of the functions written in C those that POSIX makes cancellation points. Of those that it lets be some, none is. */
    private static final Set<String> POINTS = Set.of("""
        open open64 creat close read readv write writev pread preadv pwrite pwritev fsync fdatasync poll select
        accept accept4 connect recv recvfrom send sendto pause sigsuspend sigwait sigwaitinfo sigtimedwait
        """.strip().split("\\s+"));

    private Cancellation() {}

    static boolean isPoint(String function) {
        return POINTS.contains(function);
    }

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "pthread_setcancelstate" -> site -> set(site, "__moirai_setcancelstate");
                    case "pthread_setcanceltype" -> site -> set(site, TYPE);
                    case "pthread_testcancel" ->
                        site -> {
                            point(site);
                            return Pen.none();
                        };
                    default -> null;
                });
    }

    private static Optional<Expr> set(CallSite site, String function) {
        Optional<Expr> code = site.invoke(function, List.of(site.argument(0, Type.I32), site.argument(1)));
        if (function.equals(TYPE) && site.cancelsThreads()) site.invoke("__moirai_note_canceltype", List.of());
        return code;
    }

    /** The thread ends here if somebody wants it to. */
    static void point(CallSite site) {
        if (site.cancelsThreads()) site.invoke("__moirai_testcancel", List.of());
    }

    /** A point where the user calls the function; where the library calls it for one of its own, it is none. */
    static void pointOfUser(CallSite site) {
        if (site.isUsers()) point(site);
    }

    /** A wait that is a cancellation point, but which a request cannot end once it has begun. */
    static void during(CallSite site, Runnable wait) {
        beforeOther(site, wait);
        afterOther(site);
    }

    static void beforeOther(CallSite site, Runnable wait) {
        if (site.cancelsThreads()) site.invoke("__moirai_waits_otherwise", List.of());
        wait.run();
    }

    static void afterOther(CallSite site) {
        if (site.cancelsThreads()) site.invoke("__moirai_has_waited_otherwise", List.of());
    }

    /** Whether a request may wake a thread that waits on a condition: others that wait there wake too, for no reason. */
    static boolean mayWake(CallSite site) {
        return site.options().wakeup() == Instr.Wakeup.SPURIOUS;
    }

    /**
     * Begins to wait on a condition, {@code wait}, in one step with the look at requests: one that comes later finds the
     * thread waiting and wakes it.
     */
    static void before(CallSite site, Expr condition, Runnable wait) {
        if (!site.cancelsThreads()) {
            wait.run();
            return;
        }
        var pen = new Pen(site);
        site.emit(new Instr.AtomicBegin(site.span()));
        Expr ends = site.invoke("__moirai_begins_to_wait", List.of(condition)).orElseThrow();
        Local cancelled = pen.keep(ends);
        pen.when(Pen.isZero(cancelled), wait);
        site.emit(new Instr.AtomicEnd(site.span()));
        pen.when(Pen.isNonzero(cancelled), () -> {
            site.invoke("__moirai_end_cancelled", List.of());
            site.emit(new Instr.Assume(Expr.FALSE, site.span()));
        });
    }

    /** After a wait on a condition, when the mutex is held again. */
    static void after(CallSite site) {
        if (site.cancelsThreads()) site.invoke("__moirai_has_waited", List.of());
    }
}
