package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BoogieDecl.Signature;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All that a file declares, by name, with types resolved. */
final class Declarations {
    final Map<String, BoogieSymbol> variables = new LinkedHashMap<>();
    final Map<String, FunctionHead> functions = new LinkedHashMap<>();
    final Map<String, ProcedureHead> procedures = new LinkedHashMap<>();
    final Map<String, Datatype> datatypes = new LinkedHashMap<>();
    final List<BoogieDecl.Axiom> axioms = new ArrayList<>();
    final TypeResolver types = new TypeResolver();

    private final BoogieComplaints complaints;

    private Declarations(BoogieComplaints complaints) {
        this.complaints = complaints;
    }

    static Declarations of(List<BoogieDecl> all, BoogieComplaints complaints) {
        var declarations = new Declarations(complaints);
        for (BoogieDecl declaration : all) declarations.attempt(() -> declarations.nameTypes(declaration));
        for (BoogieDecl declaration : all) declarations.attempt(() -> declarations.declare(declaration));
        for (BoogieDecl declaration : all) declarations.attempt(() -> declarations.implement(declaration));
        return declarations;
    }

    private void attempt(Runnable part) {
        try {
            part.run();
        } catch (BoogieError e) {
            complaints.add(e.diagnostic());
        }
    }

    private void nameTypes(BoogieDecl declaration) {
        if (declaration instanceof BoogieDecl.TypeName type) types.declare(type);
        if (declaration instanceof BoogieDecl.Datatype type) types.declareDatatype(type);
    }

    private void declare(BoogieDecl declaration) {
        switch (declaration) {
            case BoogieDecl.TypeName type -> {
                if (type.meaning().isPresent()) {
                    types.resolve(type.meaning().get(), Set.copyOf(type.parameters()));
                }
            }
            case BoogieDecl.Datatype type -> datatype(type);
            case BoogieDecl.Global(var variable, var _) ->
                name(variable, new BoogieSymbol.Global(variable, types.resolve(variable.type(), Set.of())));
            case BoogieDecl.Constant(var variable, var unique, var _) ->
                name(variable, new BoogieSymbol.Constant(variable, types.resolve(variable.type(), Set.of()), unique));
            case BoogieDecl.Function function -> function(function);
            case BoogieDecl.Axiom axiom -> axioms.add(axiom);
            case BoogieDecl.Procedure procedure -> procedure(procedure);
            case BoogieDecl.Implementation _ -> {}
        }
    }

    private void name(BoogieVariable variable, BoogieSymbol symbol) {
        if (variables.putIfAbsent(variable.name(), symbol) != null) {
            throw new BoogieError(variable.span(), "there are two variables " + variable.name());
        }
    }

    private void datatype(BoogieDecl.Datatype type) {
        var constructors = new ArrayList<Datatype.Constructor>();
        Set<String> parameters = Set.copyOf(type.parameters());
        var result = new TypeText.Named(
                type.name(),
                type.parameters().stream()
                        .<TypeText>map(name -> new TypeText.Named(name, List.of(), type.span()))
                        .toList(),
                type.span());
        for (BoogieDecl.Constructor constructor : type.constructors()) {
            var fields = bound(constructor.fields(), parameters);
            constructors.add(new Datatype.Constructor(constructor.name(), fields));
            var declared = new BoogieDecl.Function(
                    constructor.name(),
                    type.parameters(),
                    constructor.fields(),
                    result,
                    Optional.empty(),
                    List.of(),
                    constructor.span());
            add(new FunctionHead(declared, fields, types.resolve(result, parameters), FunctionHead.Making.DATATYPE));
        }
        datatypes.put(type.name(), new Datatype(type.name(), type.parameters(), constructors));
    }

    private List<BoogieSymbol.Bound> bound(List<BoogieVariable> variables, Set<String> parameters) {
        var all = new ArrayList<BoogieSymbol.Bound>();
        for (BoogieVariable variable : variables) {
            all.add(new BoogieSymbol.Bound(variable, types.resolve(variable.type(), parameters)));
        }
        return all;
    }

    private void function(BoogieDecl.Function function) {
        if (Attribute.has(function.attributes(), "constructor")) {
            throw BoogieError.unsupported(
                    function.span(),
                    "datatypes by {:constructor}",
                    "write: datatype D { " + function.name() + "(...) }");
        }
        Set<String> parameters = Set.copyOf(function.typeParameters());
        add(new FunctionHead(
                function,
                bound(function.parameters(), parameters),
                types.resolve(function.result(), parameters),
                FunctionHead.Making.NOTHING));
    }

    private void add(FunctionHead head) {
        if (functions.putIfAbsent(head.name(), head) != null) {
            throw new BoogieError(head.declaration().span(), "there are two functions " + head.name());
        }
    }

    private List<BoogieSymbol.OfProcedure> owned(
            List<BoogieVariable> variables,
            BoogieSymbol.Role role,
            Set<String> parameters,
            Map<String, BoogieSymbol> names) {
        var all = new ArrayList<BoogieSymbol.OfProcedure>();
        for (BoogieVariable variable : variables) {
            var symbol = new BoogieSymbol.OfProcedure(variable, types.resolve(variable.type(), parameters), role);
            if (names.putIfAbsent(variable.name(), symbol) != null) {
                throw new BoogieError(variable.span(), "there are two variables " + variable.name() + " here");
            }
            all.add(symbol);
        }
        return all;
    }

    private void procedure(BoogieDecl.Procedure procedure) {
        Signature signature = procedure.signature();
        Set<String> types = Set.copyOf(signature.typeParameters());
        var names = new LinkedHashMap<String, BoogieSymbol>();
        var parameters = owned(signature.parameters(), BoogieSymbol.Role.PARAMETER, types, names);
        var results = owned(signature.results(), BoogieSymbol.Role.RESULT, types, names);
        Optional<ProcedureHead.Code> code = Optional.empty();
        if (procedure.body().isPresent())
            code = Optional.of(code(signature, procedure.body().get()));
        var head = new ProcedureHead(procedure, parameters, results, names, code);
        if (procedures.putIfAbsent(head.name(), head) != null) {
            throw new BoogieError(procedure.span(), "there are two procedures " + head.name());
        }
    }

    private ProcedureHead.Code code(Signature signature, BoogieDecl.Body body) {
        Set<String> types = Set.copyOf(signature.typeParameters());
        var names = new LinkedHashMap<String, BoogieSymbol>();
        var parameters = owned(signature.parameters(), BoogieSymbol.Role.PARAMETER, types, names);
        var results = owned(signature.results(), BoogieSymbol.Role.RESULT, types, names);
        var locals = owned(body.locals(), BoogieSymbol.Role.LOCAL, types, names);
        return new ProcedureHead.Code(parameters, results, locals, names, body);
    }

    private void implement(BoogieDecl declaration) {
        if (!(declaration instanceof BoogieDecl.Implementation implementation)) return;
        Signature signature = implementation.signature();
        ProcedureHead head = procedures.get(signature.name());
        if (head == null) {
            throw new BoogieError(
                    implementation.span(),
                    "there is no procedure " + signature.name() + " that this implements",
                    Spelling.hint(signature.name(), procedures.keySet()));
        }
        if (head.code().isPresent()) {
            throw BoogieError.unsupported(implementation.span(), "two implementations of " + signature.name());
        }
        if (!signature.typeParameters().equals(head.typeParameters())) {
            throw BoogieError.unsupported(
                    implementation.span(),
                    "an implementation whose type parameters have other names than the procedure's",
                    "name them as at " + head.declaration().span());
        }
        ProcedureHead.Code code = code(signature, implementation.body());
        if (!types(code.parameters()).equals(types(head.parameters()))
                || !types(code.results()).equals(types(head.results()))) {
            throw new BoogieError(
                    implementation.span(),
                    "the implementation's parameters and results have not the types of the procedure's at "
                            + head.declaration().span());
        }
        procedures.put(
                head.name(),
                new ProcedureHead(
                        head.declaration(), head.parameters(), head.results(), head.names(), Optional.of(code)));
    }

    private static List<BoogieType> types(List<BoogieSymbol.OfProcedure> symbols) {
        return symbols.stream().map(BoogieSymbol.OfProcedure::type).toList();
    }

    /** All names a procedure's statements may use, for hints. */
    Set<String> known(Map<String, BoogieSymbol> local) {
        var all = new HashSet<>(variables.keySet());
        all.addAll(local.keySet());
        return all;
    }
}
