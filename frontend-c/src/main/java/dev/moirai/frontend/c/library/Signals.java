package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import java.util.Optional;

/**
 * Functions that do nothing as long as no thread is cancelled, no signal sent and no process forked, all of which are
 * {@link Refused}.
 */
final class Signals {
    private static final int IGNORE = 1;

    private Signals() {}

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
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
                            "pthread_sigmask" -> _ -> Pen.zero();
                    case "signal" -> Signals::handle;
                    default -> null;
                });
    }

    /** Ignoring a signal, or restoring its default action, changes nothing. */
    private static Optional<Expr> handle(CallSite site) {
        long handler = Pen.constant(site.argument(1)).orElse(-1);
        if (handler != 0 && handler != IGNORE) throw site.error("signal: signals are not supported", "");
        return Optional.of(Pen.nothing());
    }
}
