package dev.moirai.verify.bounded;

import dev.moirai.property.Bounds;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;

/** Bounds on loops and rounds that grow; those on loops only until all loops are covered. */
final class RoundsLadder extends Ladder<LazyBounds> {
    private static final int HIGHEST = 1 << 30;

    private static final Bounds FIRST = new Bounds(1, 1);

    private final UnaryOperator<LazyBounds> higher;
    /** Whether loops that are all unwound so often are unwound as often as on this ladder. */
    private final IntPredicate coversLoops;

    private int enoughUnwinding = Integer.MAX_VALUE;

    private RoundsLadder(LazyBounds first, UnaryOperator<LazyBounds> higher, IntPredicate coversLoops) {
        super(first);
        this.higher = higher;
        this.coversLoops = coversLoops;
    }

    static RoundsLadder loopsAndRounds() {
        return new RoundsLadder(LazyBounds.of(FIRST), RoundsLadder::together, _ -> true);
    }

    /** The same, with loops unwound as far as the rehearsal says. */
    static RoundsLadder rehearsed(Rehearsal rehearsal) {
        return new RoundsLadder(
                new LazyBounds(FIRST, LazyBounds.Loops.REHEARSED), RoundsLadder::together, rehearsal::isWithin);
    }

    private static LazyBounds together(LazyBounds bounds) {
        return bounds.with(bounds.unwind() + 1, bounds.rounds() + 1);
    }

    /** Loops grow with one round, for errors deep in a loop that need little interleaving. */
    static RoundsLadder loopsAlone() {
        return new RoundsLadder(
                LazyBounds.of(new Bounds(2, 1)),
                bounds -> bounds.with(Math.min(bounds.unwind() * 2, HIGHEST), bounds.rounds()),
                _ -> true);
    }

    @Override
    protected boolean isCovered(LazyBounds bounds, LazyBounds others) {
        return bounds.unwind() <= others.unwind()
                && bounds.rounds() <= others.rounds()
                && (others.loops() == LazyBounds.Loops.REHEARSED
                        || enoughUnwinding <= others.unwind()
                        || coversLoops.test(others.unwind()));
    }

    @Override
    protected LazyBounds higher(LazyBounds bounds) {
        LazyBounds next = higher.apply(bounds);
        return next.with(Math.min(next.unwind(), enoughUnwinding), next.rounds());
    }

    @Override
    protected void passed(LazyBounds covered, BoundedQuery clean) {
        boolean saysEnough = covered.loops() == LazyBounds.Loops.ALIKE || covered.loops() == bounds().loops();
        if (saysEnough && !clean.needsMoreUnwinding()) enoughUnwinding = Math.min(enoughUnwinding, covered.unwind());
        super.passed(covered, clean);
        // Another ladder has found that fewer iterations cover all loops.
        if (bounds().unwind() > enoughUnwinding) {
            move(bounds().with(enoughUnwinding, bounds().rounds()));
            super.passed(covered, clean);
        }
    }
}
