package dev.moirai.source;

import java.util.List;

/** The input is rejected with these messages; the command ends with exit code 2. */
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Diagnostic> diagnostics;

    public InputException(List<Diagnostic> diagnostics) {
        super(diagnostics.isEmpty() ? "bad input" : diagnostics.getFirst().message());
        this.diagnostics = List.copyOf(diagnostics);
    }

    public InputException(Diagnostic diagnostic) {
        this(List.of(diagnostic));
    }

    /** One message about a whole file, or what else the user has named. */
    public static InputException about(String file, String why) {
        return new InputException(Diagnostic.error(new SourceSpan(file, 0, 0), why));
    }

    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }
}
