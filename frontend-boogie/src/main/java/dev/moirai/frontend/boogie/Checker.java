package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BoogieDecl.Spec;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Checks everything a file says: every name means something, and types fit. */
final class Checker {
    private final Declarations declarations;
    private final Typing typing = new Typing();
    private final BoogieComplaints complaints;

    private Checker(Declarations declarations, BoogieComplaints complaints) {
        this.declarations = declarations;
        this.complaints = complaints;
    }

    static Typing check(Declarations declarations, BoogieComplaints complaints) {
        var checker = new Checker(declarations, complaints);
        declarations.variables.values().forEach(symbol -> checker.where(symbol, Map.of()));
        declarations.functions.values().forEach(checker::function);
        for (BoogieDecl.Axiom axiom : declarations.axioms) {
            checker.exprs(Map.of(), Set.of()).check(axiom.formula(), BoogieType.BOOL, "the axiom");
        }
        declarations.procedures.values().forEach(checker::procedure);
        return checker.typing;
    }

    private ExprChecker exprs(Map<String, BoogieSymbol> scope, Set<String> typeParameters) {
        return new ExprChecker(declarations, typing, complaints, scope, typeParameters);
    }

    private void where(BoogieSymbol symbol, Map<String, BoogieSymbol> scope) {
        symbol.variable()
                .where()
                .ifPresent(where -> exprs(scope, Set.of()).check(where, BoogieType.BOOL, "the 'where' clause"));
    }

    private void function(FunctionHead function) {
        if (function.declaration().body().isEmpty()) return;
        var scope = new HashMap<String, BoogieSymbol>();
        function.parameters()
                .forEach(parameter -> scope.put(parameter.variable().name(), parameter));
        exprs(scope, Set.copyOf(function.declaration().typeParameters()))
                .check(function.declaration().body().get(), function.result(), "the body of " + function.name());
    }

    private void procedure(ProcedureHead procedure) {
        procedure.names().values().forEach(symbol -> where(symbol, procedure.names()));
        Set<String> types = Set.copyOf(procedure.typeParameters());
        ExprChecker exprs = exprs(procedure.names(), types);
        for (Spec spec : procedure.declaration().specs()) {
            switch (spec) {
                case Spec.Requires s -> exprs.check(s.condition(), BoogieType.BOOL, "the requirement");
                case Spec.Ensures s -> exprs.check(s.condition(), BoogieType.BOOL, "the promise");
                case Spec.Modifies s -> {
                    for (BoogieExpr.Name name : s.globals()) {
                        if (!(declarations.variables.get(name.name()) instanceof BoogieSymbol.Global)) {
                            complaints.add(
                                    name.span(),
                                    "there is no global variable " + name.name(),
                                    Spelling.hint(name.name(), declarations.variables.keySet()));
                        }
                    }
                }
            }
        }
        if (procedure.code().isEmpty()) return;
        ProcedureHead.Code code = procedure.code().get();
        code.names().values().forEach(symbol -> where(symbol, code.names()));
        new StmtChecker(declarations, typing, complaints, code.names(), types, new LinkedHashSet<>())
                .body(code.body().statements());
    }
}
