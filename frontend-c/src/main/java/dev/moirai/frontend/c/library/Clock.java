package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.Optional;

/**
 * Sleeping lets others run. Time passes arbitrarily, and {@code time} shows any time since 1970; or, if the user says so, it
 * stands still. Other clocks are written in C ({@code clock.c}).
 */
final class Clock {
    /** The time at which clocks stand still: 9 September 2001, 01:46:40 UTC. */
    private static final long STILL = 1_000_000_000;

    /** What glibc's {@code thrd_sleep} returns for a span that is none. */
    private static final int BAD_SPAN = -2;

    private Clock() {}

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "nanosleep" -> site -> sleep(site, 0).map(code -> ErrnoVariable.report(site, code));
                    case "clock_nanosleep" -> site -> sleep(site, 2);
                    case "thrd_sleep" ->
                        site -> sleep(site, 0)
                                .map(code -> new Expr.Select(Pen.isZero(code), code, Pen.number(BAD_SPAN)));
                    case "sleep", "usleep", "pthread_delay_np" ->
                        site -> {
                            Cancellation.point(site);
                            return rest(site);
                        };
                    case "sched_yield", "pthread_yield" -> Clock::rest;
                    case "thrd_yield" ->
                        site -> {
                            rest(site);
                            return Pen.none();
                        };
                    case "time" -> Clock::time;
                    case "clock_getres" -> Clock::resolution;
                    case "__moirai_clocks_stand" -> site -> Optional.of(Pen.number(isStill(site) ? 1 : 0));
                    default -> null;
                });
    }

    /** @param span the argument that points to the span of time */
    private static Optional<Expr> sleep(CallSite site, int span) {
        Cancellation.point(site);
        Expr code = Deadlines.span(site, span);
        rest(site);
        return Optional.of(new Pen(site).keep(code));
    }

    private static Optional<Expr> rest(CallSite site) {
        site.emit(new Instr.Yield(site.span()));
        return Pen.zero();
    }

    private static boolean isStill(CallSite site) {
        return site.options().outside().clock() == Environs.Clock.STILL;
    }

    /** One nanosecond. */
    private static Optional<Expr> resolution(CallSite site) {
        var pen = new Pen(site);
        Type.Int type = pen.longType();
        Expr into = pen.keep(site.argument(1));
        pen.when(Pen.isNonzero(into), () -> {
            pen.store(pen.at(into, 0, type), Expr.constant(type, 0));
            pen.store(pen.at(into, site.model().pointerBytes(), type), Expr.constant(type, 1));
        });
        return Pen.zero();
    }

    /** Times up to the year 6325, so that no date has too large a year. */
    private static final int BITS_OF_TIME = 37;

    /** A {@code time_t} that is not negative. */
    private static Expr moment(CallSite site) {
        var pen = new Pen(site);
        Type.Int type = pen.longType();
        if (isStill(site)) return Expr.constant(type, STILL);
        return new Expr.Cast(type, pen.any(new Type.Int(Math.min(type.width() - 1, BITS_OF_TIME), false)));
    }

    private static Optional<Expr> time(CallSite site) {
        var pen = new Pen(site);
        Local now = pen.keep(moment(site));
        pen.storeUnlessNull(site.argument(0), now);
        return Optional.of(now);
    }
}
