package dev.moirai.verify.bounded;

import java.util.Optional;
import java.util.function.Function;

/**
 * Bounds that grow in one direction, the query within the current ones, and the time spent on the ladder so far.
 *
 * @param <B> the bounds
 */
public abstract class Ladder<B> {
    private B bounds;
    private Optional<BoundedQuery> query = Optional.empty();
    private long nanos;
    private boolean ended;

    protected Ladder(B first) {
        this.bounds = first;
    }

    /** Whether a query within {@code others} covers all that a query within {@code bounds} would. */
    protected abstract boolean isCovered(B bounds, B others);

    /** The next bounds; the same if there are no larger ones. */
    protected abstract B higher(B bounds);

    final B bounds() {
        return bounds;
    }

    /** The query that was put aside, or a new one. */
    final BoundedQuery query(Function<B, BoundedQuery> open) {
        if (query.isEmpty()) query = Optional.of(open.apply(bounds));
        return query.get();
    }

    /** Nothing was found within these bounds, so bounds that they cover need no query. */
    protected void passed(B covered, BoundedQuery clean) {
        while (!ended && isCovered(bounds, covered)) {
            B next = higher(bounds);
            ended = next.equals(bounds);
            move(next);
        }
    }

    final void move(B other) {
        leave();
        bounds = other;
    }

    final void spend(long more) {
        nanos += more;
    }

    final long nanos() {
        return nanos;
    }

    final boolean hasEnded() {
        return ended;
    }

    final void end() {
        ended = true;
        leave();
    }

    /** Closes the query that was put aside. */
    final void leave() {
        query.ifPresent(BoundedQuery::close);
        query = Optional.empty();
    }
}
