package dev.moirai.frontend.c;

import org.eclipse.cdt.core.dom.ast.IASTProblem;

/** CDT's error messages in our own words. */
final class Problems {
    private Problems() {}

    static CError error(IASTProblem problem, Translation in) {
        return new CError(in.span(problem), "syntax error");
    }
}
