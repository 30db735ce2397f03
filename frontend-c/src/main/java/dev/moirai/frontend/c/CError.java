package dev.moirai.frontend.c;

import dev.moirai.source.Diagnostic;
import dev.moirai.source.SourceSpan;

/** An error that ends the translation of one function or declaration; the others are still translated. */
final class CError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final String UNSUPPORTED = "constructs that are not supported";

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

    /** Whether the program may be right, and only we cannot take it. */
    boolean isUnsupported() {
        return diagnostic
                .cause()
                .filter(cause -> cause.words().equals(UNSUPPORTED))
                .isPresent();
    }

    static CError unsupported(SourceSpan span, String construct) {
        return new CError(Diagnostic.error(span, "not supported: " + construct)
                .because(new Diagnostic.Cause(UNSUPPORTED, construct, "")));
    }
}
