package dev.moirai.rely.proof;

import dev.moirai.rely.rule.Exposure;
import dev.moirai.solve.Limit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * In which order the rungs of the ladder of exposure are tried, and how long each: all of them again and again, with more time
 * each time, so that what is easy on a high rung is found soon. A rung that was left before its time was up is decided and
 * does not come again.
 */
public final class Rungs implements Iterator<Rungs.Rung> {
    private static final Duration FIRST = Duration.ofMillis(1500);
    private static final int LONGER = 4;

    /** One try. */
    public record Rung(Exposure exposure, Limit limit) {}

    private final Limit limit;
    private final ToIntFunction<Exposure> share;
    private final Deque<Exposure> thisRound;
    private final Deque<Exposure> nextRound = new ArrayDeque<>();
    private Duration time = FIRST;
    private Optional<Rung> last = Optional.empty();

    /**
     * @param limit of all tries together
     * @param share how many times as long as others a rung may take
     */
    public Rungs(List<Exposure> all, Limit limit, ToIntFunction<Exposure> share) {
        this.thisRound = new ArrayDeque<>(all);
        this.limit = limit;
        this.share = share;
    }

    @Override
    public boolean hasNext() {
        last.filter(rung -> rung.limit().isReached()).ifPresent(rung -> nextRound.add(rung.exposure()));
        last = Optional.empty();
        if (thisRound.isEmpty() && !nextRound.isEmpty()) {
            thisRound.addAll(nextRound);
            nextRound.clear();
            time = time.multipliedBy(LONGER);
        }
        return !thisRound.isEmpty() && !limit.isReached();
    }

    @Override
    public Rung next() {
        if (!hasNext()) throw new NoSuchElementException();
        Exposure exposure = thisRound.remove();
        var rung = new Rung(exposure, limit.within(time.multipliedBy(share.applyAsInt(exposure))));
        last = Optional.of(rung);
        return rung;
    }
}
