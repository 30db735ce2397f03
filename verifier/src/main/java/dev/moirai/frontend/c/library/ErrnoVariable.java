package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import java.util.List;

/** The variable {@code errno}, which lies in a bundled C file. */
final class ErrnoVariable {
    private ErrnoVariable() {}

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
