package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import java.util.Optional;

/**
 * What does nothing as long as nobody cancels a thread, sends a signal or forks, all of which is refused; and the
 * intrinsics of bundled C.
 */
final class Signals {
    private static final int IGNORE = 1;

    private Signals() {}

    static Optional<Model> find(String function) {
        return Optional.<Model>ofNullable(
                switch (function) {
                    case "pthread_setcancelstate", "pthread_setcanceltype" ->
                        site -> {
                            new Pen(site).storeUnlessNull(site.argument(1), Pen.number(0));
                            return Pen.zero();
                        };
                    case "pthread_testcancel" -> _ -> Pen.none();
                    case "pthread_atfork",
                            "sigemptyset",
                            "sigfillset",
                            "sigaddset",
                            "sigdelset",
                            "sigprocmask",
                            "pthread_sigmask",
                            "pthread_setaffinity_np",
                            "sched_setaffinity",
                            "sched_setscheduler",
                            "pthread_rwlockattr_setkind_np" -> _ -> Pen.zero();
                    case "signal" -> Signals::handle;
                    case "pthread_mutexattr_setrobust", "pthread_mutexattr_setrobust_np" -> Signals::robust;
                    case "__moirai_await_int" -> Signals::await;
                    default -> null;
                });
    }

    private static Optional<Expr> handle(CallSite site) {
        long handler = Pen.constant(site.argument(1)).orElse(-1);
        if (handler != 0 && handler != IGNORE) throw site.error("signal: signals are not supported", "");
        return Optional.of(Pen.nothing());
    }

    private static Optional<Expr> robust(CallSite site) {
        if (Pen.constant(site.argument(1)).orElse(1) != 0) {
            throw site.error(site.function() + ": robust mutexes are not supported", "");
        }
        return Pen.zero();
    }

    /** Blocks until the place holds the value. */
    private static Optional<Expr> await(CallSite site) {
        site.emit(new Instr.Await(site.argument(0), site.argument(1, Type.I32), site.span()));
        return Pen.none();
    }
}
