package dev.moirai.solve.embedded;

import dev.moirai.logic.Operator;
import dev.moirai.logic.TermPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The native term of every node handed over so far, made bottom-up without recursion. */
abstract class NativeTerms {
    protected final TermPool pool;
    private final List<Integer> variables = new ArrayList<>();
    private long[] positive = new long[0];
    private long[] negative = new long[0];
    private int[] stack = new int[64];

    NativeTerms(TermPool pool) {
        this.pool = pool;
    }

    /** Makes a native term; {@code a, b, c} are those of its operands (0 beyond the arity). */
    protected abstract long make(int node, long a, long b, long c);

    protected abstract long negation(long nativeTerm);

    /** The variables met so far. */
    final List<Integer> variables() {
        return variables;
    }

    final long of(int term) {
        int node = Math.abs(term);
        if (node >= positive.length) {
            positive = Arrays.copyOf(positive, pool.size());
            negative = Arrays.copyOf(negative, pool.size());
        }
        if (positive[node] == 0) build(node);
        return made(term);
    }

    private long made(int term) {
        if (term > 0) return positive[term];
        if (negative[-term] == 0) negative[-term] = negation(positive[-term]);
        return negative[-term];
    }

    private void build(int root) {
        int depth = 0;
        stack[depth++] = root;
        while (depth > 0) {
            int node = stack[depth - 1];
            if (positive[node] != 0) {
                depth--;
                continue;
            }
            Operator op = pool.op(node);
            int arity = op.arity();
            if (depth + arity > stack.length) stack = Arrays.copyOf(stack, stack.length * 2);
            int before = depth;
            for (int i = 0; i < arity; i++) {
                int operand = Math.abs(pool.operand(node, i));
                if (positive[operand] == 0) stack[depth++] = operand;
            }
            if (depth > before) continue;
            long a = arity > 0 ? made(pool.operand(node, 0)) : 0;
            long b = arity > 1 ? made(pool.operand(node, 1)) : 0;
            long c = arity > 2 ? made(pool.operand(node, 2)) : 0;
            positive[node] = make(node, a, b, c);
            if (op.isVariable()) variables.add(node);
            depth--;
        }
    }

    /** Visits every native term made, to release it. */
    final void forEach(java.util.function.LongConsumer action) {
        for (long term : positive) if (term != 0) action.accept(term);
        for (long term : negative) if (term != 0) action.accept(term);
    }
}
