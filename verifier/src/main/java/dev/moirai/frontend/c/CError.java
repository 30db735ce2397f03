package dev.moirai.frontend.c;

import dev.moirai.source.Diagnostic;
import dev.moirai.source.SourceSpan;

/** The translation of one function or declaration ends here; others go on. */
final class CError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Diagnostic diagnostic;

    CError(Diagnostic diagnostic) {
        super(diagnostic.message(), null, false, false);
        this.diagnostic = diagnostic;
    }

    CError(SourceSpan span, String message) {
        this(Diagnostic.error(span, message));
    }

    CError(SourceSpan span, String message, String hint) {
        this(Diagnostic.error(span, message, hint));
    }

    Diagnostic diagnostic() {
        return diagnostic;
    }

    static CError unsupported(SourceSpan span, String construct) {
        return new CError(span, "not supported: " + construct);
    }
}
