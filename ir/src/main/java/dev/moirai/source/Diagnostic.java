package dev.moirai.source;

/** One error in the input. {@code hint} says what the user can do about it, and is empty where we do not know. */
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
