package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BoogieExpr.BinaryOp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** The program's axioms, sorted by what they are good for. */
final class Axioms {
    record Definition(List<BoogieSymbol.Bound> parameters, BoogieExpr body) {}

    /** An axiom about the applications {@code function(variables)}, the variables in some order and all of them there. */
    record Rule(BoogieExpr.Quantified axiom, BoogieExpr.Apply pattern) {}

    private final Lowering program;
    /** What functions are for all arguments. */
    final Map<String, Definition> definitions = new HashMap<>();
    /** What constants are. */
    final Map<String, BoogieExpr> constants = new HashMap<>();
    /** What holds of a function for the arguments it is applied to. */
    final Map<String, List<Rule>> rules = new HashMap<>();
    /** What holds from the start. */
    final List<BoogieExpr> facts = new ArrayList<>();
    /** Quantifiers that speak of no function of their variables. */
    final List<BoogieExpr.Quantified> withoutPattern = new ArrayList<>();

    Axioms(Lowering program) {
        this.program = program;
        for (BoogieDecl.Axiom axiom : program.declarations().axioms) conjuncts(axiom.formula());
    }

    private void conjuncts(BoogieExpr formula) {
        if (formula instanceof BoogieExpr.Binary(var op, var left, var right, var _) && op == BinaryOp.AND) {
            conjuncts(left);
            conjuncts(right);
        } else if (!definesConstant(formula) && !definesFunction(formula)) remember(formula);
    }

    private boolean definesConstant(BoogieExpr formula) {
        if (!isEquation(formula)) return false;
        var equation = (BoogieExpr.Binary) formula;
        return definesConstant(equation.left(), equation.right()) || definesConstant(equation.right(), equation.left());
    }

    private boolean definesConstant(BoogieExpr left, BoogieExpr right) {
        if (!(left instanceof BoogieExpr.Name name)) return false;
        if (!(program.typing().symbol(name) instanceof BoogieSymbol.Constant)) return false;
        if (constants.containsKey(name.name()) || !isClosed(right)) return false;
        constants.put(name.name(), right);
        return true;
    }

    /** Whether the term is built of literals by operators alone, or by functions with bodies. */
    private boolean isClosed(BoogieExpr term) {
        var closed = new boolean[] {true};
        Subterms.visit(term, part -> {
            switch (part) {
                case BoogieExpr.Name name -> closed[0] &= constants.containsKey(name.name());
                case BoogieExpr.Quantified _, BoogieExpr.Code _ -> closed[0] = false;
                case BoogieExpr.Apply apply ->
                    closed[0] &= program.typing()
                            .application(apply)
                            .function()
                            .declaration()
                            .body()
                            .isPresent();
                default -> {}
            }
        });
        return closed[0];
    }

    private static boolean isEquation(BoogieExpr formula) {
        return formula instanceof BoogieExpr.Binary binary
                && (binary.op() == BinaryOp.EQUAL || binary.op() == BinaryOp.IFF);
    }

    /** {@code (forall x, y :: f(x, y) == e)}, where {@code e} does not speak of {@code f}. */
    private boolean definesFunction(BoogieExpr formula) {
        if (!(formula instanceof BoogieExpr.Quantified all) || all.quantifier() != BoogieExpr.Quantifier.FORALL) {
            return false;
        }
        if (!isEquation(all.body())) return false;
        var equation = (BoogieExpr.Binary) all.body();
        return definesFunction(all, equation.left(), equation.right())
                || definesFunction(all, equation.right(), equation.left());
    }

    private boolean definesFunction(BoogieExpr.Quantified all, BoogieExpr left, BoogieExpr right) {
        if (!(left instanceof BoogieExpr.Apply apply)) return false;
        List<BoogieSymbol.Bound> parameters = variables(apply);
        List<BoogieSymbol.Bound> bound = program.typing().bound(all);
        if (parameters.size() != apply.arguments().size() || new HashSet<>(parameters).size() != parameters.size())
            return false;
        if (!new HashSet<>(parameters).equals(new HashSet<>(bound))) return false;
        FunctionHead function = program.typing().application(apply).function();
        // One axiom says nothing of the other instances of a function with type parameters.
        boolean open = function.declaration().body().isEmpty()
                && function.declaration().typeParameters().isEmpty()
                && function.builtin().isEmpty();
        if (!open || definitions.containsKey(function.name()) || applies(right, function.name())) return false;
        definitions.put(function.name(), new Definition(parameters, right));
        return true;
    }

    private static boolean applies(BoogieExpr expr, String function) {
        var found = new boolean[1];
        Subterms.visit(expr, part -> {
            if (part instanceof BoogieExpr.Apply apply && apply.function().equals(function)) found[0] = true;
        });
        return found[0];
    }

    /** The bound variables that are arguments of the application, as they stand there. */
    List<BoogieSymbol.Bound> variables(BoogieExpr.Apply apply) {
        var all = new ArrayList<BoogieSymbol.Bound>();
        for (BoogieExpr argument : apply.arguments()) {
            if (argument instanceof BoogieExpr.Name name
                    && program.typing().symbol(name) instanceof BoogieSymbol.Bound bound) {
                all.add(bound);
            }
        }
        return all;
    }

    private void remember(BoogieExpr formula) {
        if (!(formula instanceof BoogieExpr.Quantified all) || all.quantifier() != BoogieExpr.Quantifier.FORALL) {
            facts.add(formula);
            return;
        }
        List<BoogieSymbol.Bound> bound = program.typing().bound(all);
        var patterns = new ArrayList<BoogieExpr.Apply>();
        all.triggers().forEach(trigger -> trigger.forEach(term -> collectPatterns(term, bound, patterns)));
        if (patterns.isEmpty()) collectPatterns(all.body(), bound, patterns);
        if (patterns.isEmpty()) withoutPattern.add(all);
        var seen = new HashSet<String>();
        for (BoogieExpr.Apply pattern : patterns) {
            if (!seen.add(pattern.function())) continue;
            rules.computeIfAbsent(pattern.function(), _ -> new ArrayList<>()).add(new Rule(all, pattern));
        }
    }

    private void collectPatterns(BoogieExpr term, List<BoogieSymbol.Bound> bound, List<BoogieExpr.Apply> into) {
        Subterms.visit(term, part -> {
            if (!(part instanceof BoogieExpr.Apply apply)) return;
            List<BoogieSymbol.Bound> parameters = variables(apply);
            boolean plain = parameters.size() == apply.arguments().size();
            if (plain && new HashSet<>(parameters).containsAll(bound)) into.add(apply);
        });
    }
}
