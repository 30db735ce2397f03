package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import java.util.List;

/** The variable {@code errno}, which is defined in a bundled C file. */
final class ErrnoVariable {
    private ErrnoVariable() {}

    /** {@code errno = code} */
    static void set(CallSite site, Expr code) {
        site.invoke("__moirai_set_errno", List.of(code));
    }

    /**
     * The result of a function that reports through {@code errno}: 0 for code 0; else it sets {@code errno} to the code
     * and returns -1.
     */
    static Expr report(CallSite site, Expr code) {
        new Pen(site).when(Pen.isNonzero(code), () -> set(site, code));
        return new Expr.Select(Pen.isZero(code), Pen.number(0), Pen.number(-1));
    }
}
