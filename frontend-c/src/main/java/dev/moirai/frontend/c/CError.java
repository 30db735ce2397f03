package dev.moirai.frontend.c;

import dev.moirai.source.Diagnostic;
import dev.moirai.source.SourceSpan;

/** An error that ends the translation of one function or declaration; the others are still translated. */
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
        return new CError(Diagnostic.error(span, "not supported: " + construct)
                .because(new Diagnostic.Cause("constructs that are not supported", construct, "")));
    }
}
