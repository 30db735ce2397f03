package dev.moirai.frontend.c;

import dev.moirai.ir.Global;
import dev.moirai.ir.Type;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.SourceSpan;
import java.util.Optional;
import java.util.Set;

/** A variable with static storage as the IR has it: its size is known, and so is every byte it starts with. */
final class StaticObject {
    /** Objects that the C library defines; here they are zero. */
    private static final Set<String> KNOWN_OBJECTS = Set.of("stdin", "stdout", "stderr", "errno");

    private final Linker linker;
    private final Layouts layouts;
    private final Definition.Variable variable;
    private final String name;

    StaticObject(Linker linker, Definition.Variable variable) {
        this.linker = linker;
        this.layouts = linker.layouts();
        this.variable = variable;
        this.name = variable.name();
    }

    /** The object; none if it has no definition or no size, which is then reported. */
    Optional<Global> global(SourceSpan use) {
        if (!variable.isDefined()) linker.findObject(name);
        // Of a unit alone, one that only a function declares is met here.
        if (!variable.isDefined() && linker.isAlone()) linker.variables().defineElsewhere();
        if (!variable.isDefined() && !KNOWN_OBJECTS.contains(name)) {
            if (!linker.isWhole()) return Optional.empty();
            return report(Diagnostic.error(
                            use, "variable " + name + " is declared extern but defined nowhere", "give it a definition")
                    .because(new Diagnostic.Cause(
                            "variables without a definition", name, "add the files that define them")));
        }
        CType type = variable.type();
        // A tentative definition of an array without a length has one element (C11 6.9.2).
        if (type instanceof CType.Array(var element, var length) && length == CType.Array.UNKNOWN) {
            type = new CType.Array(element, 1);
        }
        if (layouts.size(type) == Layouts.INCOMPLETE) {
            return report(Diagnostic.error(variable.span(), "variable " + name + " has incomplete type " + type));
        }
        if (!layouts.fits(layouts.size(type))) {
            return report(Diagnostic.error(variable.span(), layouts.tooLarge(layouts.size(type))));
        }
        InitialValues initial = variable.initial();
        boolean extended = initial.end() > layouts.size(type) && type.bare() instanceof CType.Aggregate;
        Type irType = extended && type.bare() instanceof CType.Aggregate(var record)
                ? ExtendedObjects.struct(layouts, record, initial.end())
                : layouts.object(type);
        return Optional.of(new Global(name, irType, initial.values(), variable.storage(), variable.span()));
    }

    private Optional<Global> report(Diagnostic diagnostic) {
        linker.diagnostics().add(diagnostic);
        return Optional.empty();
    }
}
