package dev.moirai.frontend.c.library;

import dev.moirai.ir.Access;
import dev.moirai.ir.Errno;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;

/**
 * The times that calls are given. When a time comes is not modelled, but the time is read as the C library reads it, and one
 * that is none is {@code EINVAL}.
 */
final class Deadlines {
    private static final long LAST_NANOSECOND = 999_999_999;

    private Deadlines() {}

    /** Does something if the last argument of the call is a time; else the result is {@code EINVAL}. */
    static void ifValid(CallSite site, Local result, Runnable then) {
        ifValid(site, then, () -> new Pen(site).set(result, Pen.number(Errno.EINVAL)));
    }

    /** Does something if the last argument of the call is a time, else something else. */
    static void ifValid(CallSite site, Runnable then, Runnable otherwise) {
        new Pen(site).either(isTime(site, site.argumentCount() - 1), then, otherwise);
    }

    /** Reads the time that an argument points to: whether it has as many nanoseconds as a time can have. */
    private static Expr isTime(CallSite site, int index) {
        var pen = new Pen(site);
        Expr time = pen.keep(site.argument(index, Type.VOID_POINTER));
        Type.Int type = pen.longType();
        Expr nanoseconds = site.load(pen.at(time, site.model().pointerBytes(), type), type, Access.PLAIN);
        site.load(pen.at(time, 0, type), type, Access.PLAIN);
        return atMost(pen, nanoseconds, LAST_NANOSECOND);
    }

    /** The same of a span of time, which must not be negative either: 0 or {@code EINVAL}. */
    static Expr span(CallSite site, int index) {
        var pen = new Pen(site);
        Expr time = pen.keep(site.argument(index, Type.VOID_POINTER));
        Type.Int type = pen.longType();
        Expr seconds = site.load(pen.at(time, 0, type), type, Access.PLAIN);
        Expr nanoseconds = site.load(pen.at(time, site.model().pointerBytes(), type), type, Access.PLAIN);
        Expr negative = new Expr.Compare(CompareOp.LESS, seconds, Expr.constant(type, 0));
        Expr valid = new Expr.Select(negative, Expr.FALSE, atMost(pen, nanoseconds, LAST_NANOSECOND));
        return new Expr.Select(valid, Pen.number(0), Pen.number(Errno.EINVAL));
    }

    private static Expr atMost(Pen pen, Expr number, long most) {
        Expr unsigned = Pen.as(number, pen.sizeType());
        return new Expr.Compare(CompareOp.LESS, unsigned, pen.size(most + 1));
    }
}
