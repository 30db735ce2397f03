package dev.moirai.symbolic;

import dev.moirai.logic.TermPool;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The condition under which a path is taken: a conjunction, kept as a chain, so that two paths that part and join again
 * find their common conjuncts and the joined guard stays as short as possible.
 */
public final class Guard {
    private final @Nullable Guard parent;
    private final int literal;
    private final int depth;
    private final int whole;

    private Guard(@Nullable Guard parent, int literal, int depth, int whole) {
        this.parent = parent;
        this.literal = literal;
        this.depth = depth;
        this.whole = whole;
    }

    public static Guard always() {
        return new Guard(null, TermPool.TRUE, 0, TermPool.TRUE);
    }

    /** The whole conjunction. */
    public int term() {
        return whole;
    }

    /** Whether this guard is the other one with further conjuncts, or the same. */
    public boolean extendsFrom(Guard other) {
        Guard guard = this;
        while (guard.parent != null && guard.depth > other.depth) guard = guard.parent;
        return guard == other;
    }

    public boolean isImpossible() {
        return whole == TermPool.FALSE;
    }

    /** This guard with one more conjunct. */
    public Guard and(TermPool pool, int condition) {
        if (condition == TermPool.TRUE) return this;
        return new Guard(this, condition, depth + 1, pool.and(whole, condition));
    }

    /** TRUE or FALSE where one of the last conjuncts decides the condition, else the condition itself. */
    public int decide(int condition) {
        Guard guard = this;
        for (int i = 0; i < 32 && guard != null; i++, guard = guard.parent) {
            if (guard.literal == condition) return TermPool.TRUE;
            if (guard.literal == -condition) return TermPool.FALSE;
        }
        return condition;
    }

    /** Visits at most {@code most} conjuncts, the last first. */
    void forEachOfThe(int most, IntConsumer visitor) {
        Guard guard = this;
        for (int i = 0; i < most && guard != null; i++, guard = guard.parent) visitor.accept(guard.literal);
    }

    /** The common guard of two paths, and what each demands beyond it. */
    record Parting(Guard common, int left, int right) {}

    static Parting parting(TermPool pool, Guard left, Guard right) {
        int leftRest = TermPool.TRUE;
        int rightRest = TermPool.TRUE;
        Guard a = left;
        Guard b = right;
        while (a != b) {
            if (a.depth >= b.depth && a.parent != null) {
                leftRest = pool.and(a.literal, leftRest);
                a = a.parent;
            } else if (b.parent != null) {
                rightRest = pool.and(b.literal, rightRest);
                b = b.parent;
            } else {
                throw new IllegalStateException("paths without a common start");
            }
        }
        return new Parting(a, leftRest, rightRest);
    }
}
