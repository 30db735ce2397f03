package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import java.util.List;

/** Error numbers of Linux, and the variable {@code errno}, which lies in a bundled C file. */
final class Errno {
    static final int EAGAIN = 11;
    static final int ENOMEM = 12;
    static final int EBUSY = 16;
    static final int EINVAL = 22;
    static final int ETIMEDOUT = 110;

    private Errno() {}

    /** {@code errno = code} */
    static void set(CallSite site, Expr code) {
        site.invoke("__moirai_set_errno", List.of(code));
    }

    /** What functions that report through {@code errno} make of a code: 0 stays, else {@code errno = code} and -1. */
    static Expr report(CallSite site, Expr code) {
        new Pen(site).when(Pen.isNonzero(code), () -> set(site, code));
        return new Expr.Select(Pen.isZero(code), Pen.number(0), Pen.number(-1));
    }
}
