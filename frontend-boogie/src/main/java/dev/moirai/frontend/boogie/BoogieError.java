package dev.moirai.frontend.boogie;

import dev.moirai.source.Diagnostic;
import dev.moirai.source.SourceSpan;

/** An error that ends the translation of one statement or declaration; the others are still looked at. */
final class BoogieError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Diagnostic diagnostic;

    BoogieError(SourceSpan span, String message, String hint) {
        super(message, null, false, false);
        this.diagnostic = Diagnostic.error(span, message, hint);
    }

    BoogieError(SourceSpan span, String message) {
        this(span, message, "");
    }

    /** For what may be right in Boogie, but has no translation here. */
    static BoogieError unsupported(SourceSpan span, String construct) {
        return unsupported(span, construct, "");
    }

    static BoogieError unsupported(SourceSpan span, String construct, String hint) {
        return new BoogieError(span, "not supported: " + construct, hint);
    }

    Diagnostic diagnostic() {
        return diagnostic;
    }
}
