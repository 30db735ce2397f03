package dev.moirai.frontend.c;

import org.eclipse.cdt.core.dom.ast.IASTProblem;

/** CDT's complaints in words of our own. */
final class Problems {
    private Problems() {}

    static CError error(IASTProblem problem, Translation in) {
        return new CError(in.span(problem), "syntax error");
    }
}
