package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BoogieDecl.Spec;
import dev.moirai.source.SourceSpan;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether procedures change only what they say, as Boogie wants it: one that has a {@code modifies} clause must name in it all
 * globals that its body and what it calls change. For one that has none and a body, they are found out. In programs with
 * threads they are found out for all, as Corral does, whose programs do not name all.
 */
final class ModifiesClauses {
    /** A global that is changed, where, and how that is told. */
    private record Change(String global, SourceSpan span, String how) {}

    private final Declarations declarations;
    private final Typing typing;
    private final Map<String, Set<String>> changed = new LinkedHashMap<>();
    private boolean startsThreads;

    private ModifiesClauses(Declarations declarations, Typing typing) {
        this.declarations = declarations;
        this.typing = typing;
    }

    static void check(Declarations declarations, Typing typing, BoogieComplaints complaints) {
        var clauses = new ModifiesClauses(declarations, typing);
        clauses.findOut();
        if (clauses.startsThreads) return;
        for (ProcedureHead procedure : declarations.procedures.values()) {
            if (!isSaid(procedure) || procedure.code().isEmpty()) continue;
            Set<String> said = clauses.of(procedure.name());
            for (Change change : clauses.changes(procedure)) {
                if (said.contains(change.global)) continue;
                complaints.add(
                        change.span,
                        change.how + ", which 'modifies' of " + procedure.name() + " does not name",
                        "write: modifies " + change.global + ";");
                break;
            }
        }
    }

    private static boolean isSaid(ProcedureHead procedure) {
        return procedure.declaration().specs().stream().anyMatch(Spec.Modifies.class::isInstance);
    }

    private Set<String> of(String procedure) {
        if (Builtin.called(procedure, declarations).isPresent()) return Set.of();
        return changed.getOrDefault(procedure, Set.of());
    }

    private void findOut() {
        for (ProcedureHead procedure : declarations.procedures.values()) {
            var said = new LinkedHashSet<String>();
            for (Spec spec : procedure.declaration().specs()) {
                if (spec instanceof Spec.Modifies(var globals, var _))
                    globals.forEach(global -> said.add(global.name()));
            }
            changed.put(procedure.name(), said);
        }
        for (ProcedureHead procedure : declarations.procedures.values()) {
            if (procedure.code().isPresent()) changes(procedure);
        }
        boolean more = !startsThreads;
        while (more) {
            more = false;
            for (ProcedureHead procedure : declarations.procedures.values()) {
                if (isSaid(procedure) || procedure.code().isEmpty()) continue;
                for (Change change : changes(procedure)) {
                    more |= changed.computeIfAbsent(procedure.name(), _ -> new LinkedHashSet<>())
                            .add(change.global);
                }
            }
        }
    }

    private List<Change> changes(ProcedureHead procedure) {
        var found = new LinkedHashSet<Change>();
        changes(procedure.code().orElseThrow().body().statements(), found);
        return List.copyOf(found);
    }

    private void changes(List<BoogieStmt> statements, Set<Change> into) {
        for (BoogieStmt statement : statements) {
            switch (statement) {
                case BoogieStmt.Assign s -> s.targets().forEach(target -> change(StmtChecker.root(target), into));
                case BoogieStmt.Havoc s -> s.variables().forEach(variable -> change(variable, into));
                case BoogieStmt.Call s -> {
                    startsThreads |= s.async();
                    s.results().forEach(result -> change(result, into));
                    for (String global : of(s.procedure())) {
                        into.add(new Change(global, s.span(), s.procedure() + " changes " + global));
                    }
                }
                case BoogieStmt.If s -> {
                    changes(s.whenTrue(), into);
                    changes(s.whenFalse(), into);
                }
                case BoogieStmt.While s -> changes(s.body(), into);
                case BoogieStmt.Atomic s -> changes(s.body(), into);
                case BoogieStmt.Assert _,
                        BoogieStmt.Assume _,
                        BoogieStmt.Join _,
                        BoogieStmt.Return _,
                        BoogieStmt.Label _,
                        BoogieStmt.Break _,
                        BoogieStmt.Goto _,
                        BoogieStmt.Yield _ -> {}
            }
        }
    }

    private void change(BoogieExpr.Name name, Set<Change> into) {
        if (typing.symbol(name) instanceof BoogieSymbol.Global) {
            into.add(new Change(name.name(), name.span(), name.name() + " is changed"));
        }
    }
}
