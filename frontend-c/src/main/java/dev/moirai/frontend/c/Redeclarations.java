package dev.moirai.frontend.c;

import dev.moirai.source.Diagnostic;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Rejects what compilers and linkers reject: a name declared with two types, or defined twice. Chooses among definitions
 * of different strength. Only the program's own files are checked, because our headers may differ from those it was
 * written for.
 */
final class Redeclarations {
    private record Earlier(Unit unit, CType type, SourceSpan span) {}

    /** What each file says first of a thing, or says best. */
    private final Map<Definition, List<Earlier>> declared = new HashMap<>();

    /** What other files define too; it matters only where it is used. */
    private final Map<Definition, List<Diagnostic>> definedElsewhere = new HashMap<>();

    /** What a file says of the linkage of a name (C11 6.2.2). */
    enum Linkage {
        INTERNAL,
        EXTERNAL,
        /** As an earlier declaration says, else external: functions, and what is declared {@code extern}. */
        AS_BEFORE
    }

    enum Kind {
        FUNCTION,
        VARIABLE
    }

    private record Linked(Kind kind, boolean internal, SourceSpan span) {}

    private final Map<Unit, Map<String, Linked>> linkages = new IdentityHashMap<>();
    private final Map<Unit, Map<String, Earlier>> typedefs = new IdentityHashMap<>();

    void link(Unit unit, String name, Kind kind, Linkage linkage, SourceSpan span) {
        if (isBundled(span) || unit.origin() == Unit.Origin.BUNDLED) return;
        Map<String, Linked> known = linkages.computeIfAbsent(unit, _ -> new HashMap<>());
        Linked earlier = known.putIfAbsent(name, new Linked(kind, linkage == Linkage.INTERNAL, span));
        if (earlier != null && earlier.kind != kind) {
            throw new CError(
                    span, name + " is a function or a variable, not both; see " + seenFrom(span, earlier.span));
        }
        if (earlier == null || linkage == Linkage.AS_BEFORE || earlier.internal == (linkage == Linkage.INTERNAL))
            return;
        throw new CError(
                span,
                name
                        + (earlier.internal ? " is static in " : " is static here, and not in ")
                        + seenFrom(span, earlier.span)
                        + (earlier.internal ? ", and not here" : ""));
    }

    /** A typedef at file scope may be repeated with the same type (C11 6.7). */
    void typedef(Unit unit, String name, CType type, SourceSpan span) {
        if (isBundled(span) || unit.origin() == Unit.Origin.BUNDLED) return;
        Earlier earlier =
                typedefs.computeIfAbsent(unit, _ -> new HashMap<>()).putIfAbsent(name, new Earlier(unit, type, span));
        if (earlier != null && !Compatibility.declarable(earlier.type, type)) {
            throw new CError(conflict(name, earlier, type, span));
        }
    }

    void declare(Unit unit, Definition definition, String name, CType type, SourceSpan span) {
        if (isBundled(span) || unit.origin() == Unit.Origin.BUNDLED) return;
        List<Earlier> known = declared.computeIfAbsent(definition, _ -> new ArrayList<>(1));
        int at = 0;
        while (at < known.size() && known.get(at).unit != unit) at++;
        if (at == known.size()) {
            known.add(new Earlier(unit, type, span));
            return;
        }
        Earlier earlier = known.get(at);
        if (!Compatibility.declarable(earlier.type, type)) throw new CError(conflict(name, earlier, type, span));
        boolean saysMore = type instanceof CType.Function f && f.prototyped();
        if (saysMore) known.set(at, new Earlier(unit, type, span));
    }

    private static Diagnostic conflict(String name, Earlier earlier, CType type, SourceSpan span) {
        return Diagnostic.error(
                span,
                "conflicting types for " + name + ": " + type + " here, " + earlier.type + " in "
                        + seenFrom(span, earlier.span));
    }

    /** Where files disagree about a thing that the program uses: they define it twice, or with two types. */
    List<Diagnostic> conflictsBetweenFiles(Definition definition, String name) {
        List<Diagnostic> twice = definedElsewhere.getOrDefault(definition, List.of());
        if (!twice.isEmpty()) return twice;
        List<Earlier> known = declared.getOrDefault(definition, List.of());
        for (int i = 1; i < known.size(); i++) {
            Earlier other = known.get(i);
            if (!Compatibility.linkable(known.getFirst().type, other.type)) {
                return List.of(conflict(name, known.getFirst(), other.type, other.span));
            }
        }
        return List.of();
    }

    /** Gives the function this body, unless it has a stronger one. */
    void define(Definition.Procedure procedure, Definition.Procedure.Body body, CType.Function type) {
        Optional<Definition.Procedure.Body> earlier = procedure.body();
        boolean bundled = body.unit().origin() == Unit.Origin.BUNDLED;
        if (earlier.isPresent() && bundled) return;
        if (earlier.isPresent() && earlier.get().unit().origin() != Unit.Origin.BUNDLED) {
            Definition.Procedure.Body known = earlier.get();
            boolean here = known.unit() == body.unit();
            boolean alike = known.strength() == body.strength() && body.strength() != Strength.HINT;
            if (alike && here) throw new CError(again(procedure.sourceName(), body.span(), known.span()));
            if (alike && body.strength().compareTo(Strength.STRONG) >= 0) {
                elsewhere(procedure, again(procedure.sourceName(), body.span(), known.span()));
            }
            boolean differ =
                    alike && body.strength() == Strength.INLINE && !known.span().equals(body.span());
            if (differ) elsewhere(procedure, inlineTwice(procedure.sourceName(), body.span(), known.span()));
            if (body.strength().compareTo(known.strength()) <= 0) return;
            definedElsewhere.remove(procedure);
        }
        procedure.define(body, type);
    }

    /** Gives the variable this definition, unless it has a stronger one. */
    void define(
            Definition.Variable variable,
            String name,
            Definition.Variable.Defined as,
            Optional<Supplier<InitialValues>> values) {
        Optional<Definition.Variable.Defined> earlier = variable.defined();
        if (earlier.isPresent()) {
            Definition.Variable.Defined known = earlier.get();
            boolean here = known.unit() == as.unit();
            Strength theirs = here ? known.strength() : amongFiles(known);
            Strength ours = here ? as.strength() : amongFiles(as);
            boolean twice = theirs == Strength.STRONG && ours == Strength.STRONG;
            if (twice && here) throw new CError(again(name, as.span(), known.span()));
            if (twice) elsewhere(variable, again(name, as.span(), known.span()));
            if (as.strength().compareTo(known.strength()) <= 0) return;
        }
        variable.define(as, values);
    }

    /** To other files a tentative definition is a real one where {@code -fno-common} says so. */
    private static Strength amongFiles(Definition.Variable.Defined as) {
        boolean merged = as.unit().flags().commons() == CFlags.Commons.MERGED;
        return as.strength() == Strength.TENTATIVE && !merged ? Strength.STRONG : as.strength();
    }

    private void elsewhere(Definition definition, Diagnostic diagnostic) {
        definedElsewhere.computeIfAbsent(definition, _ -> new ArrayList<>()).add(diagnostic);
    }

    private static Diagnostic again(String name, SourceSpan here, SourceSpan first) {
        return Diagnostic.error(here, name + " is defined again; first in " + seenFrom(here, first));
    }

    private static Diagnostic inlineTwice(String name, SourceSpan here, SourceSpan first) {
        return Diagnostic.error(
                here,
                "inline function " + name + " is defined here and in " + seenFrom(here, first)
                        + ", and no file has a definition that counts for all",
                "make one of them static, or define it once without inline");
    }

    /** The other place, as short as can be. */
    private static String seenFrom(SourceSpan here, SourceSpan there) {
        return here.file().equals(there.file()) ? "line " + there.line() : there.file() + ":" + there.line();
    }

    private static boolean isBundled(SourceSpan span) {
        return span.file().startsWith(Headers.BUNDLED);
    }
}
