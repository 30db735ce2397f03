package dev.moirai.frontend.c;

import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What there is to say about the input so far, each thing once. */
final class Diagnostics {
    /** Nobody reads on. */
    private static final int ENOUGH = 40;

    private final Set<Diagnostic> all = new LinkedHashSet<>();
    private boolean failed;

    void add(Diagnostic diagnostic) {
        if (diagnostic.severity() == Diagnostic.Severity.ERROR) failed = true;
        if (all.size() < ENOUGH) all.add(diagnostic);
    }

    boolean failed() {
        return failed;
    }

    void throwIfFailed() {
        if (failed) throw new InputException(List.copyOf(all));
    }
}
