package dev.moirai.frontend.c;

import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The errors in the input so far, each one once. */
final class Diagnostics {
    /** After this many nobody reads on, and nobody counts. */
    private static final int ENOUGH = 2000;

    private final Set<Diagnostic> all = new LinkedHashSet<>();
    private int errors;

    void add(Diagnostic diagnostic) {
        errors++;
        if (all.size() < ENOUGH) all.add(diagnostic);
    }

    int errors() {
        return errors;
    }

    boolean failed() {
        return errors > 0;
    }

    void throwIfFailed() {
        if (failed()) throw new InputException(List.copyOf(all));
    }
}
