package dev.moirai.frontend.boogie;

import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is wrong with the input so far, each thing once. */
final class BoogieComplaints {
    /** After this many nobody reads on. */
    private static final int ENOUGH = 500;

    private final Set<Diagnostic> all = new LinkedHashSet<>();

    void add(Diagnostic diagnostic) {
        if (all.size() < ENOUGH) all.add(diagnostic);
    }

    void add(SourceSpan span, String message) {
        add(Diagnostic.error(span, message));
    }

    void add(SourceSpan span, String message, String hint) {
        add(Diagnostic.error(span, message, hint));
    }

    boolean any() {
        return !all.isEmpty();
    }

    void throwIfAny() {
        if (any()) throw new InputException(List.copyOf(all));
    }
}
