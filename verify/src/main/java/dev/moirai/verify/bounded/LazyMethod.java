package dev.moirai.verify.bounded;

import dev.moirai.bound.BoundOptions;
import dev.moirai.property.CutReason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.sequentialize.Tile;
import dev.moirai.solve.Limit;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Lazy sequentialization. It climbs three ladders: on one, loops and rounds grow together; on another, loops alone with
 * one round, for errors deep in a loop that need little interleaving. On the third, which begins later, loops and rounds
 * grow together, but loops that turn often in a plain run of the program are unwound so far at once.
 */
public final class LazyMethod implements BoundedMethod<LazyBounds> {
    private static final Duration BEFORE_REHEARSAL = Duration.ofSeconds(1);

    private final BoundedQuestion question;
    private final BiFunction<Sequentialized, Limit, BoundedQuery> deciding;
    private Optional<Rehearsal> rehearsal = Optional.empty();

    private LazyMethod(BoundedQuestion question, BiFunction<Sequentialized, Limit, BoundedQuery> deciding) {
        this.question = question;
        this.deciding = deciding;
    }

    /** The sequentialized program becomes a formula for a solver by that name. */
    public static LazyMethod solving(BoundedQuestion question, String solver) {
        return new LazyMethod(question, (program, limit) -> new LazyQuery(question, solver, program, limit));
    }

    /** The sequentialized program becomes C for that command. */
    public static LazyMethod cbmc(BoundedQuestion question, String command) {
        return new LazyMethod(question, (program, _) -> new CbmcQuery(question, command, program));
    }

    @Override
    public BoundedQuery open(LazyBounds bounds, Limit limit) {
        return deciding.apply(new Sequentialized(question, bounds, unwinding(bounds), Tile.EVERYTHING, limit), limit);
    }

    private BoundOptions unwinding(LazyBounds bounds) {
        BoundOptions unwinding = question.searchBounds().unwinding(bounds.unwind());
        return switch (bounds.loops()) {
            case ALIKE -> unwinding;
            case REHEARSED -> {
                var more = new HashMap<>(rehearsal.orElseThrow().turns());
                more.values().removeIf(often -> often <= bounds.unwind());
                yield unwinding.withUnwindSet(question.searchBounds().with(more));
            }
        };
    }

    @Override
    public List<Ladder<LazyBounds>> ladders(Limit limit) {
        rehearsal = Optional.of(new Rehearsal(question, limit));
        var rehearsed = RoundsLadder.rehearsed(rehearsal.get());
        rehearsed.spend(BEFORE_REHEARSAL.toNanos());
        return List.of(RoundsLadder.loopsAndRounds(), RoundsLadder.loopsAlone(), rehearsed);
    }

    @Override
    public String words(LazyBounds bounds) {
        String rehearsed = bounds.loops() == LazyBounds.Loops.REHEARSED ? ", rehearsed loops" : "";
        return "unwind " + bounds.unwind() + ", rounds " + bounds.rounds() + rehearsed;
    }

    @Override
    public String unfinished(LazyBounds bounds) {
        String rehearsed = bounds.loops() == LazyBounds.Loops.REHEARSED ? " with rehearsed loops" : "";
        return bounds.bounds() + rehearsed;
    }

    @Override
    public boolean isComplete(Set<CutReason> beyond) {
        return beyond.stream()
                .noneMatch(reason -> reason instanceof CutReason.Rounds
                        || question.searchBounds().isRaisedByUnwinding(reason));
    }

    @Override
    public boolean saysAsMuch(LazyBounds bounds, LazyBounds others) {
        return bounds.rounds() >= others.rounds();
    }

    @Override
    public Verdict clean(LazyBounds bounds, Coverage coverage, Optional<Within.Stopped> stopped) {
        return coverage.verdict(question.searchBounds(), stopped);
    }

    @Override
    public int unwind(LazyBounds bounds) {
        return bounds.unwind();
    }
}
