package dev.moirai.verify.bounded;

import dev.moirai.property.Bounds;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

/** Bounds on loops and rounds that grow; those on loops only until all loops are covered. */
final class RoundsLadder extends Ladder<Bounds> {
    private static final int HIGHEST = 1 << 30;
    private static final int FEW_TURNS = 2;

    private final UnaryOperator<Bounds> higher;
    private int enoughUnwinding = Integer.MAX_VALUE;

    private RoundsLadder(Bounds first, UnaryOperator<Bounds> higher) {
        super(first);
        this.higher = higher;
    }

    static RoundsLadder loopsAndRounds() {
        return new RoundsLadder(new Bounds(1, 1), bounds -> new Bounds(bounds.unwind() + 1, bounds.rounds() + 1));
    }

    /**
     * Loops grow with one round, for errors deep in a loop that need little interleaving.
     *
     * @param worthwhile the unwinding to go on with after the first, from the least that may be
     */
    static RoundsLadder loopsAlone(IntUnaryOperator worthwhile) {
        return new RoundsLadder(new Bounds(FEW_TURNS, 1), bounds -> {
            int twice = Math.min(bounds.unwind() * 2, HIGHEST);
            int next = bounds.unwind() == FEW_TURNS ? worthwhile.applyAsInt(twice) : twice;
            return new Bounds(next, bounds.rounds());
        });
    }

    @Override
    protected boolean isCovered(Bounds bounds, Bounds others) {
        return bounds.unwind() <= others.unwind() && bounds.rounds() <= others.rounds();
    }

    @Override
    protected Bounds higher(Bounds bounds) {
        Bounds next = higher.apply(bounds);
        return new Bounds(Math.min(next.unwind(), enoughUnwinding), next.rounds());
    }

    @Override
    protected void passed(Bounds covered, BoundedQuery clean) {
        if (!clean.needsMoreUnwinding()) enoughUnwinding = Math.min(enoughUnwinding, covered.unwind());
        super.passed(covered, clean);
        // Another ladder has found that fewer iterations cover all loops.
        if (bounds().unwind() > enoughUnwinding) {
            move(new Bounds(enoughUnwinding, bounds().rounds()));
            super.passed(covered, clean);
        }
    }
}
