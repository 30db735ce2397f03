package dev.moirai.source;

/** One error in the input, with what to do about it where we know ({@code hint} may be empty). */
public record Diagnostic(SourceSpan span, String message, String hint) {
    public Diagnostic {
        message = Excerpt.ofMessage(message);
    }

    public static Diagnostic error(SourceSpan span, String message) {
        return new Diagnostic(span, message, "");
    }

    public static Diagnostic error(SourceSpan span, String message, String hint) {
        return new Diagnostic(span, message, hint);
    }
}
