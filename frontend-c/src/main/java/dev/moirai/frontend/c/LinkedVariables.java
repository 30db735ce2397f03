package dev.moirai.frontend.c;

import dev.moirai.frontend.c.library.StandardStreams;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Every variable of the user's files and the bundled ones that lives as long as the process or a thread, string literals
 * among them. Declarations of one variable in several files are brought together here.
 */
final class LinkedVariables {
    private final Layouts layouts;
    private final UniqueNames names;
    private final Map<String, Definition.Variable> external = new HashMap<>();
    private final Map<String, Definition.Variable> byName = new HashMap<>();
    private final Map<StringLiteral, Definition.Variable> strings = new HashMap<>();

    LinkedVariables(Layouts layouts, UniqueNames names) {
        this.layouts = layouts;
        this.names = names;
    }

    /** The variable with this name in the IR. */
    Definition.Variable variable(String irName) {
        Definition.Variable variable = byName.get(irName);
        if (variable == null) throw new IllegalStateException("no variable " + irName);
        return variable;
    }

    /** Declares a variable that is {@code extern}, or has no linkage specifier. */
    Definition.Variable declare(Unit unit, String name, CType type, boolean threadLocal, SourceSpan span) {
        Definition.Variable known =
                unit.scopes().atFileScope().find(name).orElse(null) instanceof Symbol.Static(var here, var _)
                        ? here
                        : external.get(name);
        if (known == null) {
            known = add(name, type, Global.Storage.SHARED, span);
            external.put(name, known);
        } else if (layouts.size(known.type()) == Layouts.INCOMPLETE) {
            known.refine(type);
        }
        if (threadLocal) known.makeThreadLocal();
        return known;
    }

    Definition.Variable declareInternal(Unit unit, String name, CType type, boolean threadLocal, SourceSpan span) {
        if (unit.scopes().atFileScope().find(name).orElse(null) instanceof Symbol.Static(var known, var _)) {
            if (layouts.size(known.type()) == Layouts.INCOMPLETE) known.refine(type);
            return known;
        }
        return add(name, type, threadLocal ? Global.Storage.THREAD_LOCAL : Global.Storage.SHARED, span);
    }

    /** The address that the variable stands for, if it is one of the standard streams of the C library. */
    OptionalInt standardStream(String irName) {
        Definition.Variable variable = byName.get(irName);
        return variable == null || variable.isDefined() ? OptionalInt.empty() : StandardStreams.address(irName);
    }

    Definition.Variable add(String name, CType type, Global.Storage storage, SourceSpan span) {
        var variable = new Definition.Variable(names.unique(name), type, storage, span);
        byName.put(variable.name(), variable);
        return variable;
    }

    Definition.Variable unnamed(CType type, SourceSpan span) {
        return add("literal@" + (byName.size() + 1), type, Global.Storage.SHARED, span);
    }

    Definition.Variable string(StringLiteral literal, CType.Int element, SourceSpan span) {
        return strings.computeIfAbsent(literal, _ -> {
            int[] units = literal.units();
            var type = new CType.Array(element, units.length + 1L);
            var variable = add("string@" + (strings.size() + 1), type, Global.Storage.LITERAL, span);
            variable.literal(literal.text());
            variable.initialise(() -> {
                var initial = new ArrayList<Global.Initial>();
                long size = layouts.size(element);
                for (int i = 0; i < units.length; i++) {
                    if (units[i] != 0) {
                        initial.add(new Global.Initial(i * size, Expr.constant(layouts.ir(element), units[i])));
                    }
                }
                return new InitialValues(initial, 0);
            });
            return variable;
        });
    }

    /** The variable itself or, where it has no definition but an alias, that. Empty if it is weak and nobody defines it. */
    Optional<Definition.Variable> standing(Definition.Variable variable, SourceSpan use) {
        if (variable.isDefined() || variable.standIn().isEmpty()) return Optional.of(variable);
        Optional<Symbol> target = variable.standIn().get().symbol(variable.name(), use);
        if (target.isEmpty()) return Optional.empty();
        if (target.get() instanceof Symbol.Static(var other, var _) && other != variable) return standing(other, use);
        throw new CError(use, variable.name() + " is an alias of something that is no variable");
    }

    /** What other units can name: the variables defined here with external linkage, by their names in the IR. */
    List<String> offered() {
        return external.values().stream()
                .filter(Definition.Variable::isDefined)
                .map(Definition.Variable::name)
                .sorted()
                .toList();
    }

    /** Takes what is only declared as defined in a file that is not read. */
    void defineElsewhere() {
        for (Definition.Variable variable : external.values()) {
            boolean unknown = variable.type().bare() instanceof CType.Aggregate
                    && layouts.size(variable.type()) == Layouts.INCOMPLETE;
            if (!variable.isDefined() && unknown) variable.refine(CType.UNSIGNED_CHAR);
            if (!variable.isDefined()) variable.initialise(() -> InitialValues.ZERO);
        }
    }
}
