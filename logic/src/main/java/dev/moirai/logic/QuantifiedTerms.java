package dev.moirai.logic;

import dev.moirai.value.Breakpoints;
import dev.moirai.value.MapValue;
import dev.moirai.value.ValueNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The values of quantifiers under an assignment: the body is evaluated near all places where its value may change. */
final class QuantifiedTerms {
    private final TermPool pool;
    private final Evaluator outside;
    private final Map<Integer, Long> bound = new HashMap<>();
    private final Set<Integer> variables = new HashSet<>();
    private final Map<Integer, Boolean> isOpen = new HashMap<>();

    QuantifiedTerms(TermPool pool, Evaluator outside) {
        this.pool = pool;
        this.outside = outside;
    }

    long value(int forAll) {
        collectVariables(forAll, new HashSet<>());
        return holds(forAll) ? 1 : 0;
    }

    private void collectVariables(int node, Set<Integer> seen) {
        if (!seen.add(node)) return;
        if (pool.op(node) == Operator.FORALL && variables.add(pool.operand(node, 0))) isOpen.clear();
        for (int i = 0; i < pool.op(node).arity(); i++) collectVariables(Math.abs(pool.operand(node, i)), seen);
    }

    private boolean holds(int forAll) {
        int variable = pool.operand(forAll, 0);
        int body = pool.operand(forAll, 1);
        Long before = bound.get(variable);
        var breakpoints = new Breakpoints();
        bound.forEach((_, value) -> breakpoints.add(value));
        collect(Math.abs(body), pool.width(variable), breakpoints, new HashSet<>());
        boolean holds = true;
        for (long point : breakpoints.near(depth(Math.abs(body)))) {
            bound.put(variable, point);
            holds = value(body, new HashMap<>()) != 0;
            if (!holds) break;
        }
        if (before == null) bound.remove(variable);
        else bound.put(variable, before);
        return holds;
    }

    /** Gives single operators their meaning, with the values that operands have here. */
    final class Inside extends Evaluator {
        private final Map<Integer, Long> known;

        private Inside(Map<Integer, Long> known) {
            super(pool, _ -> 0);
            this.known = known;
        }

        @Override
        long inner(int term) {
            return QuantifiedTerms.this.value(term, known);
        }
    }

    private long value(int term, Map<Integer, Long> known) {
        int node = Math.abs(term);
        long value;
        if (!isOpen(node)) value = outside.value(node);
        else {
            Long there = bound.containsKey(node) ? bound.get(node) : known.get(node);
            if (there == null) {
                there = pool.op(node) == Operator.FORALL
                        ? Long.valueOf(holds(node) ? 1 : 0)
                        : Long.valueOf(new Inside(known).meaning(node));
                known.put(node, there);
            }
            value = there;
        }
        return term > 0 ? value : 1 - value;
    }

    /** Whether a variable of a quantifier occurs in it. */
    private boolean isOpen(int node) {
        Boolean known = isOpen.get(node);
        if (known != null) return known;
        boolean open = variables.contains(node);
        for (int i = 0; i < pool.op(node).arity() && !open; i++) open = isOpen(Math.abs(pool.operand(node, i)));
        isOpen.put(node, open);
        return open;
    }

    /** What the largest parts without bound variables are: places to compare with, and keys of arrays. */
    private void collect(int node, int sort, Breakpoints into, Set<Integer> seen) {
        if (!seen.add(node)) return;
        if (isOpen(node)) {
            int last = pool.op(node) == Operator.NUM_ADD ? pool.operand(node, 1) : node;
            if (pool.op(last) == Operator.NUMBER) into.moved(ValueNames.integer(pool.value(last)));
            for (int i = 0; i < pool.op(node).arity(); i++) collect(Math.abs(pool.operand(node, i)), sort, into, seen);
        } else collect(pool.width(node), outside.value(node), sort, into);
    }

    private void collect(int sort, long value, int wanted, Breakpoints into) {
        if (sort == wanted) into.add(value);
        if (!MathTerms.isArray(sort)) return;
        MathTerms.ArraySort array = pool.math().array(sort);
        MapValue map = ValueNames.map(value);
        if (array.key() == wanted) into.addKeys(map);
        if (!MathTerms.isArray(array.value())) return;
        collect(array.value(), map.otherwise(), wanted, into);
        for (long key : map.keys()) collect(array.value(), map.get(key), wanted, into);
    }

    private int depth(int node) {
        if (!isOpen(node)) return 0;
        int deepest = 0;
        for (int i = 0; i < pool.op(node).arity(); i++)
            deepest = Math.max(deepest, depth(Math.abs(pool.operand(node, i))));
        return deepest + (pool.op(node) == Operator.FORALL ? 1 : 0);
    }
}
