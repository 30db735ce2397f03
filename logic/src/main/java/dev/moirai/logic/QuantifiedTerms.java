package dev.moirai.logic;

import dev.moirai.value.Breakpoints;
import dev.moirai.value.MapValue;
import dev.moirai.value.ValueNames;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of quantifiers under an assignment: the body is evaluated near all places where its value may change.
 *
 * <p>Bodies are graphs, not trees, and are evaluated at many points, so what is known of a node is kept as long as none of the bound
 * variables in it changes. The clock of the {@link TermPool#until pool} is looked at before each point.
 */
final class QuantifiedTerms {
    /** Bound variables from this number on share a bit. */
    private static final int SHARED_BIT = 63;

    private final TermPool pool;
    private final Evaluator outside;
    private final Inside inside;

    private final Map<Integer, Integer> bits = new HashMap<>();
    private final Map<Integer, Long> bound = new HashMap<>();
    private final BitSet looked = new BitSet();
    /** By node: the bits of the variables in it that are bound outside of it. */
    private long[] free = new long[0];

    private final BitSet isFreeKnown = new BitSet();
    /** By bit: when its variable was given its value. */
    private final long[] given = new long[SHARED_BIT + 1];

    private long now;
    private long[] values = new long[0];
    private long[] knownSince = new long[0];
    private final Map<Integer, Quantifier> quantifiers = new HashMap<>();

    /**
     * A quantifier without its values.
     *
     * @param fixed the largest parts of the body without bound variables
     * @param moved how far the body may move a bound variable before it compares it
     * @param depth of the quantifiers inside
     */
    private record Quantifier(int variable, int body, List<Integer> fixed, int moved, int depth) {}

    QuantifiedTerms(TermPool pool, Evaluator outside) {
        this.pool = pool;
        this.outside = outside;
        this.inside = new Inside(pool);
    }

    long ofForAll(int forAll) {
        findVariables(forAll);
        return holds(forAll) ? 1 : 0;
    }

    private void findVariables(int root) {
        var open = new ArrayDeque<Integer>();
        open.push(root);
        while (!open.isEmpty()) {
            int node = open.pop();
            if (looked.get(node)) continue;
            looked.set(node);
            if (pool.op(node) == Operator.FORALL) {
                bits.computeIfAbsent(pool.operand(node, 0), _ -> Math.min(bits.size(), SHARED_BIT));
            }
            for (int i = 0; i < pool.op(node).arity(); i++) open.push(Math.abs(pool.operand(node, i)));
        }
        if (values.length < pool.size()) {
            free = Arrays.copyOf(free, pool.size());
            values = Arrays.copyOf(values, pool.size());
            knownSince = Arrays.copyOf(knownSince, pool.size());
        }
    }

    /** The bits of the variables in the node that are bound outside of it. */
    private long free(int root) {
        if (isFreeKnown.get(root)) return free[root];
        var open = new ArrayDeque<Integer>();
        open.push(root);
        while (!open.isEmpty()) {
            int node = open.peek();
            int before = open.size();
            if (!isFreeKnown.get(node)) {
                for (int i = 0; i < pool.op(node).arity(); i++) {
                    int operand = Math.abs(pool.operand(node, i));
                    if (!isFreeKnown.get(operand)) open.push(operand);
                }
            }
            if (open.size() > before) continue;
            open.pop();
            free[node] = freeOf(node);
            isFreeKnown.set(node);
        }
        return free[root];
    }

    /** Of a node whose operands are known. */
    private long freeOf(int node) {
        Integer own = bits.get(node);
        if (own != null) return 1L << own;
        long all = 0;
        for (int i = 0; i < pool.op(node).arity(); i++) all |= free[Math.abs(pool.operand(node, i))];
        if (pool.op(node) != Operator.FORALL) return all;
        int bit = bits.getOrDefault(pool.operand(node, 0), SHARED_BIT);
        return bit == SHARED_BIT ? all : all & ~(1L << bit);
    }

    private boolean isOpen(int node) {
        return free(node) != 0;
    }

    private boolean holds(int forAll) {
        Quantifier quantifier = quantifiers.get(forAll);
        if (quantifier == null) {
            quantifier = look(forAll);
            quantifiers.put(forAll, quantifier);
        }
        int variable = quantifier.variable;
        Long before = bound.remove(variable);
        var breakpoints = new Breakpoints();
        bound.forEach((_, value) -> breakpoints.add(value));
        breakpoints.moved(BigInteger.valueOf(quantifier.moved));
        for (int part : quantifier.fixed)
            collect(pool.width(part), outside.value(part), pool.width(variable), breakpoints);
        boolean holds = true;
        for (long point : breakpoints.near(quantifier.depth)) {
            pool.lookAtClock();
            bind(variable, point);
            holds = value(quantifier.body) != 0;
            if (!holds) break;
        }
        if (before == null) bound.remove(variable);
        else bind(variable, before);
        return holds;
    }

    private void bind(int variable, long value) {
        bound.put(variable, value);
        given[bits.getOrDefault(variable, SHARED_BIT)] = ++now;
    }

    /** Gives single operators their meaning, with the values that operands have here. */
    final class Inside extends Evaluator {
        private Inside(TermPool pool) {
            super(pool, _ -> 0);
        }

        @Override
        long inner(int term) {
            return QuantifiedTerms.this.value(term);
        }
    }

    private long value(int term) {
        int node = Math.abs(term);
        long value = free(node) == 0 ? outside.value(node) : openValue(node);
        return term > 0 ? value : 1 - value;
    }

    private long openValue(int node) {
        Long own = bound.get(node);
        if (own != null) return own;
        if (isKnown(node)) return values[node];
        long value = switch (pool.op(node)) {
            case FORALL -> holds(node) ? 1 : 0;
            case AND -> value(pool.operand(node, 0)) == 0 ? 0 : value(pool.operand(node, 1));
            default -> inside.meaning(node);
        };
        values[node] = value;
        knownSince[node] = ++now;
        return value;
    }

    private boolean isKnown(int node) {
        long since = knownSince[node];
        if (since == 0) return false;
        for (long left = free(node); left != 0; left &= left - 1) {
            if (given[Long.numberOfTrailingZeros(left)] > since) return false;
        }
        return true;
    }

    // ---- what decides a quantifier -----------------------------------------------------------------------------

    private Quantifier look(int forAll) {
        int body = pool.operand(forAll, 1);
        var fixed = new ArrayList<Integer>();
        var moved = new HashMap<Integer, Integer>();
        var depths = new HashMap<Integer, Integer>();
        int root = Math.abs(body);
        look(root, fixed, moved, depths);
        // Two variables that are compared may both have been moved.
        int far = Math.multiplyExact(2, moved.getOrDefault(root, 0));
        return new Quantifier(pool.operand(forAll, 0), body, fixed, far, depths.getOrDefault(root, 0));
    }

    private void look(int node, List<Integer> fixed, Map<Integer, Integer> moved, Map<Integer, Integer> depths) {
        if (moved.containsKey(node)) return;
        int furthest = 0;
        int deepest = 0;
        if (!isOpen(node)) fixed.add(node);
        else {
            for (int i = 0; i < pool.op(node).arity(); i++) {
                int operand = Math.abs(pool.operand(node, i));
                look(operand, fixed, moved, depths);
                furthest = Math.max(furthest, moved.getOrDefault(operand, 0));
                deepest = Math.max(deepest, depths.getOrDefault(operand, 0));
            }
            int last = pool.op(node) == Operator.NUM_ADD ? pool.operand(node, 1) : node;
            if (pool.op(last) == Operator.NUMBER) {
                BigInteger by = ValueNames.integer(pool.value(last)).abs();
                furthest = Math.addExact(furthest, by.intValueExact());
            }
            if (pool.op(node) == Operator.FORALL) deepest++;
        }
        moved.put(node, furthest);
        depths.put(node, deepest);
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
}
