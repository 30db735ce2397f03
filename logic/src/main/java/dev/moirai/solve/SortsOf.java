package dev.moirai.solve;

import dev.moirai.logic.MathTerms;
import dev.moirai.logic.Operator;
import dev.moirai.logic.TermPool;
import java.util.BitSet;

/** Which terms have integers, reals or arrays in them. Every node is looked at once. */
final class SortsOf {
    private final TermPool pool;
    private final BitSet plain = new BitSet();

    SortsOf(TermPool pool) {
        this.pool = pool;
    }

    boolean hasMath(int term) {
        if (!pool.hasMath()) return false;
        int root = Math.abs(term);
        var stack = new int[64];
        int depth = 0;
        stack[depth++] = root;
        while (depth > 0) {
            int node = stack[--depth];
            if (plain.get(node)) continue;
            if (MathTerms.isMath(pool.width(node)) || pool.op(node) == Operator.FORALL) return true;
            plain.set(node);
            int arity = pool.op(node).arity();
            if (depth + arity > stack.length) stack = java.util.Arrays.copyOf(stack, 2 * stack.length);
            for (int i = 0; i < arity; i++) stack[depth++] = Math.abs(pool.operand(node, i));
        }
        return false;
    }
}
