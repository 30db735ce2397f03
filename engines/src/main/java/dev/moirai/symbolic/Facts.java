package dev.moirai.symbolic;

import dev.moirai.logic.MathTerms;
import dev.moirai.logic.Operator;
import dev.moirai.logic.TermPool;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Signed ranges of terms, as far as the last conjuncts of a guard compare them with constants. */
final class Facts {
    private static final int NEARER = 64;

    private final Map<Integer, Range> ranges = new HashMap<>();

    record Range(long low, long high) {}

    private Facts() {}

    static Facts of(TermPool pool, Guard guard) {
        var facts = new Facts();
        guard.forEachOfThe(NEARER, literal -> facts.learn(pool, literal));
        return facts;
    }

    /** These facts and those that the condition states; the same object if it states none. */
    Facts and(TermPool pool, int condition) {
        var more = new Facts();
        more.learn(pool, condition);
        if (more.ranges.isEmpty()) return this;
        ranges.forEach(more::intersect);
        return more;
    }

    @Nullable
    Range of(int term) {
        return ranges.get(term);
    }

    private void learn(TermPool pool, int literal) {
        int atom = Math.abs(literal);
        boolean holds = literal > 0;
        if (holds && pool.op(atom) == Operator.AND) {
            learn(pool, pool.operand(atom, 0));
            learn(pool, pool.operand(atom, 1));
            return;
        }
        if (pool.op(atom) == Operator.EQUAL && holds) equal(pool, pool.operand(atom, 0), pool.operand(atom, 1));
        if (pool.op(atom) == Operator.SLT) less(pool, pool.operand(atom, 0), pool.operand(atom, 1), holds);
        if (pool.op(atom) == Operator.ULT) below(pool, pool.operand(atom, 0), pool.operand(atom, 1), holds);
    }

    private void equal(TermPool pool, int left, int right) {
        if (pool.isBool(left) || MathTerms.isMath(pool.width(left))) return;
        if (pool.isConstant(left)) equal(pool, right, left);
        else if (pool.isConstant(right)) intersect(left, new Range(signed(pool, right), signed(pool, right)));
    }

    private void less(TermPool pool, int left, int right, boolean holds) {
        long least = least(pool, left);
        if (pool.isConstant(right)) {
            long bound = signed(pool, right);
            if (!holds) intersect(left, new Range(bound, ~least));
            else if (bound > least) intersect(left, new Range(least, bound - 1));
        } else if (pool.isConstant(left)) {
            long bound = signed(pool, left);
            if (!holds) intersect(right, new Range(least, bound));
            else if (bound < ~least) intersect(right, new Range(bound + 1, ~least));
        }
    }

    /** What an unsigned comparison implies for the signed value. */
    private void below(TermPool pool, int left, int right, boolean holds) {
        long most = ~least(pool, left);
        if (pool.isConstant(right) && holds && signed(pool, right) > 0) {
            intersect(left, new Range(0, signed(pool, right) - 1));
        }
        if (pool.isConstant(left) && !holds && signed(pool, left) >= 0 && signed(pool, left) <= most) {
            intersect(right, new Range(0, signed(pool, left)));
        }
    }

    private void intersect(int term, Range range) {
        ranges.merge(term, range, (a, b) -> new Range(Math.max(a.low(), b.low()), Math.min(a.high(), b.high())));
    }

    private static long least(TermPool pool, int term) {
        return Long.MIN_VALUE >> (64 - pool.width(term));
    }

    private static long signed(TermPool pool, int constant) {
        int width = pool.width(constant);
        return pool.value(constant) << (64 - width) >> (64 - width);
    }
}
