package dev.moirai.frontend.c;

import dev.moirai.source.SourceSpan;
import java.util.HashMap;
import java.util.Map;

/**
 * Rejects what compilers reject: a name declared with two types, or defined twice. Only the program's own files are
 * checked, because our headers may differ from those it was written for.
 */
final class Redeclarations {
    private record Earlier(CType type, SourceSpan span) {}

    private final Map<Definition, Earlier> declared = new HashMap<>();
    private final Map<Definition, SourceSpan> defined = new HashMap<>();

    void declare(Definition definition, String name, CType type, SourceSpan span) {
        if (isBundled(span)) return;
        Earlier earlier = declared.get(definition);
        if (earlier != null && !Compatibility.declarable(earlier.type, type)) {
            throw new CError(
                    span,
                    "conflicting types for " + name + ": " + type + " here, " + earlier.type + " in line "
                            + earlier.span.line());
        }
        boolean saysMore = earlier == null || type instanceof CType.Function f && f.prototyped();
        if (saysMore) declared.put(definition, new Earlier(type, span));
    }

    /** Notes that the thing has a body or an initialiser. */
    void define(Definition definition, String name, SourceSpan span) {
        if (isBundled(span)) return;
        SourceSpan earlier = defined.putIfAbsent(definition, span);
        if (earlier != null) throw new CError(span, name + " is defined again; first in line " + earlier.line());
    }

    private static boolean isBundled(SourceSpan span) {
        return span.file().startsWith(Headers.BUNDLED);
    }
}
