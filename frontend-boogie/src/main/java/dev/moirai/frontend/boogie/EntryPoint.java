package dev.moirai.frontend.boogie;

import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/** The procedure that starts. */
final class EntryPoint {
    private static final String MAIN = "main";

    private EntryPoint() {}

    static ProcedureHead of(Declarations declarations, BoogieOptions options, String file) {
        var nowhere = new SourceSpan(file, 0, 0);
        if (options.entry().isPresent()) {
            String name = options.entry().get();
            ProcedureHead found = declarations.procedures.get(name);
            if (found != null) return implemented(found);
            throw new BoogieError(
                    nowhere, "there is no procedure " + name, Spelling.hint(name, declarations.procedures.keySet()));
        }
        List<ProcedureHead> marked = new ArrayList<>();
        for (ProcedureHead procedure : declarations.procedures.values()) {
            List<Attribute> attributes = procedure.declaration().attributes();
            if (Attribute.isSet(attributes, "entrypoint") || Attribute.isSet(attributes, "startpoint"))
                marked.add(procedure);
        }
        if (marked.size() > 1) {
            throw new BoogieError(
                    marked.get(1).declaration().span(),
                    "both " + marked.get(0).name() + " and " + marked.get(1).name() + " are marked as entry points",
                    "say which one: --entry NAME");
        }
        if (marked.size() == 1) return implemented(marked.getFirst());
        ProcedureHead main = declarations.procedures.get(MAIN);
        if (main != null) return implemented(main);
        throw new BoogieError(
                nowhere,
                "there is no procedure main, and none is marked {:entrypoint}",
                "say which procedure starts: --entry NAME");
    }

    private static ProcedureHead implemented(ProcedureHead procedure) {
        if (!procedure.typeParameters().isEmpty()) {
            throw BoogieError.unsupported(procedure.declaration().span(), "an entry procedure with type parameters");
        }
        if (procedure.code().isPresent()) return procedure;
        throw new BoogieError(
                procedure.declaration().span(), "the procedure " + procedure.name() + " starts, but has no body");
    }
}
