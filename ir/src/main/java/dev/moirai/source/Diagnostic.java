package dev.moirai.source;

/** One message about the input, with what to do about it where we know ({@code hint} may be empty). */
public record Diagnostic(Severity severity, SourceSpan span, String message, String hint) {
    public enum Severity {
        ERROR,
        WARNING;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    public Diagnostic {
        message = Excerpt.ofMessage(message);
    }

    public static Diagnostic error(SourceSpan span, String message) {
        return new Diagnostic(Severity.ERROR, span, message, "");
    }

    public static Diagnostic error(SourceSpan span, String message, String hint) {
        return new Diagnostic(Severity.ERROR, span, message, hint);
    }

    public static Diagnostic warning(SourceSpan span, String message) {
        return new Diagnostic(Severity.WARNING, span, message, "");
    }
}
