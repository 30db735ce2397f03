package dev.moirai.verify.bounded;

import dev.moirai.property.Bounds;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Bounds that grow in one direction, the look at the present ones, and the time that went into them so far. */
final class Ladder {
    private static final int HIGHEST = 1 << 30;

    private final UnaryOperator<Bounds> higher;
    private Bounds bounds;
    private Optional<Look> look = Optional.empty();
    private int enoughUnwinding = Integer.MAX_VALUE;
    private long nanos;
    private boolean ended;

    private Ladder(Bounds first, UnaryOperator<Bounds> higher) {
        this.bounds = first;
        this.higher = higher;
    }

    static Ladder loopsAndRounds() {
        return new Ladder(new Bounds(1, 1), bounds -> new Bounds(bounds.unwind() + 1, bounds.rounds() + 1));
    }

    /** For errors deep in a loop that need little interleaving. */
    static Ladder loopsAlone() {
        return new Ladder(
                new Bounds(2, 1), bounds -> new Bounds(Math.min(bounds.unwind() * 2, HIGHEST), bounds.rounds()));
    }

    /** The look that was put aside, or a new one. */
    Look look(Function<Bounds, Look> open) {
        if (look.isEmpty()) look = Optional.of(open.apply(bounds));
        return look.get();
    }

    /** A look has found nothing: what it covers needs no look, nor does unwinding beyond the end of all loops. */
    void passed(Look clean) {
        Bounds covered = clean.bounds();
        if (!clean.sequentialized().needsMoreUnwinding()) enoughUnwinding = Math.min(enoughUnwinding, covered.unwind());
        while (!ended && bounds.unwind() <= covered.unwind() && bounds.rounds() <= covered.rounds()) {
            leave();
            Bounds next = higher.apply(bounds);
            next = new Bounds(Math.min(next.unwind(), enoughUnwinding), next.rounds());
            ended = next.equals(bounds);
            bounds = next;
        }
        // Elsewhere all loops were found to end earlier than here.
        if (bounds.unwind() > enoughUnwinding) {
            leave();
            bounds = new Bounds(enoughUnwinding, bounds.rounds());
            passed(clean);
        }
    }

    void spend(long more) {
        nanos += more;
    }

    long nanos() {
        return nanos;
    }

    boolean hasEnded() {
        return ended;
    }

    void end() {
        ended = true;
        leave();
    }

    /** Forgets the look that was put aside. */
    void leave() {
        look.ifPresent(Look::close);
        look = Optional.empty();
    }
}
