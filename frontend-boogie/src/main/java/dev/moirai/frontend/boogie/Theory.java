package dev.moirai.frontend.boogie;

import dev.moirai.ir.Access;
import dev.moirai.ir.BoundVariables;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Constants, functions and axioms. A function with a body, or with an axiom that says what it is for all arguments, is
 * written out where it is applied. Any other is a map that nobody writes and whose values are free. Axioms without quantifiers are
 * assumed when the program starts, if it uses what they speak of; an axiom about all arguments of a function is assumed of
 * the arguments to which the program applies it, as provers do with triggers.
 */
final class Theory {
    private static final int DEEPEST_INSTANCE = 2;

    private final Lowering program;
    private final Axioms axioms;

    private final Map<String, BoogieSymbol.Constant> usedConstants = new LinkedHashMap<>();
    private final Set<String> usedFunctions = new LinkedHashSet<>();
    private final Map<String, Map<String, Integer>> elements = new HashMap<>();
    private final Deque<String> unfolding = new ArrayDeque<>();
    private int instanceDepth;

    Theory(Lowering program) {
        this.program = program;
        this.axioms = new Axioms(program);
        for (BoogieSymbol symbol : program.declarations().variables.values()) {
            if (symbol instanceof BoogieSymbol.Constant constant && constant.unique()) {
                var numbers = elements.computeIfAbsent(constant.type().toString(), _ -> new HashMap<>());
                numbers.put(constant.variable().name(), numbers.size());
            }
        }
    }

    // ---- applications ------------------------------------------------------------------------------------------

    /** Whether an operator that is not defined everywhere may stand in it. */
    boolean mayBePartial(BoogieExpr.Apply apply) {
        FunctionHead function = program.typing().application(apply).function();
        return function.making() != FunctionHead.Making.DATATYPE
                && function.builtin().map(name -> !name.startsWith("bv")).orElse(true);
    }

    Expr apply(ExprLowering exprs, BoogieExpr.Apply apply, Context context) {
        Typing.Application application = program.typing().application(apply);
        FunctionHead function = application.function();
        SourceSpan span = apply.span();
        var types = new HashMap<String, BoogieType>();
        application.arguments().forEach((name, type) -> types.put(name, type.substitute(context.types())));
        List<Expr> arguments = exprs.values(apply.arguments(), context);
        BoogieType result = function.result().substitute(types);
        if (function.making() == FunctionHead.Making.DATATYPE) {
            int constructor = program.types()
                    .datatype(result)
                    .constructor(function.name())
                    .orElseThrow();
            return new Records(exprs, span).make(result, constructor, arguments);
        }
        Optional<String> builtin = function.builtin();
        if (builtin.isPresent()) {
            if (builtin.get().equals("MapConst") && program.types().of(result, span) instanceof Type.Map map) {
                return everywhere(map, arguments.getFirst());
            }
            return ofProver(
                    exprs,
                    ProverFunction.of(builtin.get(), result),
                    function.name(),
                    arguments,
                    parameterTypes(function, types),
                    result,
                    span);
        }
        Optional<BoogieExpr> body = function.declaration().body();
        if (body.isPresent())
            return unfolded(exprs, function.name(), function.parameters(), body.get(), arguments, types, span);
        Axioms.Definition definition = axioms.definitions.get(function.name());
        if (definition != null) {
            return unfolded(exprs, function.name(), definition.parameters(), definition.body(), arguments, types, span);
        }
        return uninterpreted(exprs, function, types, arguments, span);
    }

    private Expr ofProver(
            ExprLowering exprs,
            ProverFunction function,
            String name,
            List<Expr> arguments,
            List<BoogieType> types,
            BoogieType result,
            SourceSpan span) {
        Supplier<BoogieError> unknown = () -> BoogieError.unsupported(
                span, "the prover's function " + function + " of " + listed(types) + " (" + name + ")");
        BoogieType makes = function.result(types).orElseThrow(unknown);
        if (!makes.equals(result)) {
            throw new BoogieError(
                    span,
                    "the prover's function " + function + " makes " + makes + ", not " + result + " (" + name + ")");
        }
        return BoogieQuotients.builtin(exprs, function.name(), arguments, span)
                .or(() -> WideVectors.apply(
                        function,
                        arguments,
                        types,
                        result,
                        part -> exprs.writer().simple(part, span)))
                .or(() -> BitVectors.apply(function, arguments, program.types().of(result, span)))
                .orElseThrow(unknown);
    }

    private static String listed(List<BoogieType> types) {
        return types.isEmpty()
                ? "nothing"
                : types.stream().map(BoogieType::toString).collect(Collectors.joining(" and "));
    }

    private static List<BoogieType> parameterTypes(FunctionHead function, Map<String, BoogieType> types) {
        return function.parameters().stream()
                .map(parameter -> parameter.type().substitute(types))
                .toList();
    }

    /** The map of several arguments that has the same value everywhere. */
    static Expr everywhere(Type.Map map, Expr value) {
        if (map.value().equals(value.type())) return new Expr.Everywhere(map, value);
        return new Expr.Everywhere(map, everywhere((Type.Map) map.value(), value));
    }

    private Expr unfolded(
            ExprLowering exprs,
            String function,
            List<BoogieSymbol.Bound> parameters,
            BoogieExpr body,
            List<Expr> arguments,
            Map<String, BoogieType> types,
            SourceSpan span) {
        if (unfolding.contains(function)) throw BoogieError.unsupported(span, "the recursive function " + function);
        unfolding.push(function);
        try {
            return exprs.inlined(parameters, body, arguments, types);
        } finally {
            unfolding.pop();
        }
    }

    private Expr uninterpreted(
            ExprLowering exprs,
            FunctionHead function,
            Map<String, BoogieType> types,
            List<Expr> arguments,
            SourceSpan span) {
        usedFunctions.add(function.name());
        for (BoogieSymbol.Bound parameter : function.parameters()) {
            program.nodes()
                    .refuse(parameter.type().substitute(types), "the function " + function.name() + " of values", span);
        }
        program.nodes()
                .refuse(function.result().substitute(types), "the function " + function.name() + " to values", span);
        var instance = new StringBuilder(function.name());
        function.declaration()
                .typeParameters()
                .forEach(name -> instance.append('<').append(types.get(name)).append('>'));
        Type type = program.types().of(function.result().substitute(types), span);
        for (BoogieSymbol.Bound parameter : function.parameters().reversed()) {
            type = new Type.Map(program.types().of(parameter.type().substitute(types), span), type);
        }
        Expr address = program.constantGlobal(
                instance.toString(), type, function.declaration().span());
        Type result = type;
        var simple = new ArrayList<Expr>();
        for (Expr argument : arguments) {
            Expr value = exprs.writer().simple(argument, span);
            simple.add(value);
            address = new Expr.Cell(address, value);
            result = ((Type.Map) result).value();
        }
        if (BoundVariables.areIn(address)) {
            BoogieType proper = function.result().substitute(types);
            return exprs.proper(proper, exprs.lookup(address, Access.PRIVATE, span), span);
        }
        Expr value = exprs.writer().load(address, result, Access.PRIVATE, span);
        exprs.assumeProper(function.result().substitute(types), value, span);
        instantiate(exprs, function.name(), simple, parameterTypes(function, types));
        return value;
    }

    /** What axioms say about the function at these arguments. */
    private void instantiate(
            ExprLowering exprs, String function, List<Expr> arguments, List<BoogieType> argumentTypes) {
        if (instanceDepth >= DEEPEST_INSTANCE) return;
        instanceDepth++;
        for (Axioms.Rule rule : axioms.rules.getOrDefault(function, List.of())) {
            var values = new HashMap<BoogieSymbol, Expr>();
            List<BoogieSymbol.Bound> parameters = axioms.variables(rule.pattern());
            boolean fits = true;
            for (int i = 0; i < parameters.size(); i++) {
                Expr other = values.putIfAbsent(parameters.get(i), arguments.get(i));
                fits &= other == null || other.equals(arguments.get(i));
                fits &= parameters.get(i).type().equals(argumentTypes.get(i));
            }
            if (fits) {
                new Conditions(exprs)
                        .assume(
                                rule.axiom().body(),
                                Context.of(values),
                                rule.axiom().span());
            }
        }
        instanceDepth--;
    }

    // ---- constants ---------------------------------------------------------------------------------------------

    Expr constant(ExprLowering exprs, BoogieSymbol.Constant constant, SourceSpan span) {
        String name = constant.variable().name();
        usedConstants.put(name, constant);
        BoogieExpr definition = axioms.constants.get(name);
        if (definition != null) return exprs.value(definition, Context.of(Map.of()));
        Type type = program.types().of(constant.type(), span);
        if (constant.unique() && type instanceof Type.Named named) {
            Map<String, Integer> numbers = elements.getOrDefault(constant.type().toString(), Map.of());
            return new Expr.Element(named, Objects.requireNonNull(numbers.get(name), name));
        }
        program.nodes().refuse(constant.type(), "a constant that is not unique", span);
        Expr address = program.constantGlobal(name, type, constant.variable().span());
        Expr value = exprs.writer().load(address, type, Access.PRIVATE, span);
        exprs.assumeProper(constant.type(), value, span);
        return value;
    }

    /** The number of the first element that is neither a unique constant nor what variables of the type start as. */
    int firstNode(Type.Named type) {
        return Math.max(1, elements.getOrDefault(type.name(), Map.of()).size());
    }

    // ---- what holds when the program starts --------------------------------------------------------------------

    /** Writes what is assumed at the start: the axioms that speak of what the program uses, which may be more then. */
    void assumeFacts(ExprLowering exprs) {
        var done = new HashSet<BoogieExpr>();
        int before;
        do {
            before = done.size();
            for (BoogieExpr fact : axioms.facts) {
                if (!isUsed(fact) || !done.add(fact)) continue;
                exprs.writer().nextStatement();
                new Conditions(exprs).assume(fact, Context.of(Map.of()), fact.span());
            }
        } while (done.size() > before);
        for (BoogieExpr.Quantified axiom : axioms.withoutPattern) {
            if (isTriggered(axiom)) new Conditions(exprs).assume(axiom, Context.of(Map.of()), axiom.span());
        }
        distinct(exprs);
    }

    /** Whether the program has terms to which the axiom's triggers, or else its body, could apply. */
    private boolean isTriggered(BoogieExpr.Quantified axiom) {
        if (axiom.triggers().isEmpty()) return isUsed(axiom);
        for (List<BoogieExpr> trigger : axiom.triggers()) {
            var all = new boolean[] {true};
            for (BoogieExpr term : trigger) {
                Subterms.visit(term, part -> {
                    if (part instanceof BoogieExpr.Apply apply) all[0] &= usedFunctions.contains(apply.function());
                });
            }
            if (all[0]) return true;
        }
        return false;
    }

    private boolean isUsed(BoogieExpr axiom) {
        var used = new boolean[1];
        Subterms.visit(axiom, part -> {
            if (part instanceof BoogieExpr.Name name) used[0] |= usedConstants.containsKey(name.name());
            if (part instanceof BoogieExpr.Apply apply) used[0] |= usedFunctions.contains(apply.function());
        });
        return used[0];
    }

    /** Unique constants of one type differ. Those of named types do so by their numbers. */
    private void distinct(ExprLowering exprs) {
        var byType = new LinkedHashMap<String, List<BoogieSymbol.Constant>>();
        for (BoogieSymbol.Constant constant : usedConstants.values()) {
            if (!constant.unique()) continue;
            byType.computeIfAbsent(constant.type().toString(), _ -> new ArrayList<>())
                    .add(constant);
        }
        byType.values().forEach(constants -> {
            for (int i = 0; i < constants.size(); i++) {
                for (int j = 0; j < i; j++) {
                    SourceSpan span = constants.get(i).variable().span();
                    Expr first = constant(exprs, constants.get(i), span);
                    Expr second = constant(exprs, constants.get(j), span);
                    if (first instanceof Expr.Element) continue;
                    Expr equal =
                            new MapEquality(exprs, span).equal(constants.get(i).type(), first, second);
                    exprs.writer().emit(new Instr.Assume(Expr.not(equal), span));
                }
            }
        });
    }

    /** Constants and functions have no writer. */
    static Global global(String name, Type type, SourceSpan span) {
        return new Global(name, type, List.of(), Instr.Contents.FREE, Global.Storage.CONSTANT, span);
    }
}
