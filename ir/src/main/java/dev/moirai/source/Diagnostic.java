package dev.moirai.source;

import java.util.Optional;

/** One error in the input, with what to do about it where we know ({@code hint} may be empty). */
public record Diagnostic(SourceSpan span, String message, String hint, Optional<Cause> cause) {
    /**
     * What several errors may have in common, so that they can be told and mended together.
     *
     * @param words of many, such as "functions without a body"
     * @param subject which of them this is
     * @param remedy what helps against all; {@code *} stands for their subjects; may be empty
     */
    public record Cause(String words, String subject, String remedy) {}

    public Diagnostic {
        message = Excerpt.ofMessage(message);
    }

    public static Diagnostic error(SourceSpan span, String message) {
        return error(span, message, "");
    }

    public static Diagnostic error(SourceSpan span, String message, String hint) {
        return new Diagnostic(span, message, hint, Optional.empty());
    }

    public Diagnostic because(Cause shared) {
        return new Diagnostic(span, message, hint, Optional.of(shared));
    }
}
