package dev.moirai.verify.bounded;

import dev.moirai.property.Bounds;
import dev.moirai.property.CutReason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.solve.Limit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Lazy sequentialization. It climbs two ladders: on one, loops and rounds grow together; on the other, loops alone with
 * one round, for errors deep in a loop that need little interleaving. There bounds are left out within which not even a
 * plain run comes to its end.
 */
public final class LazyMethod implements BoundedMethod<Bounds> {
    private final BoundedQuestion question;
    private final BiFunction<Sequentialized, Limit, BoundedQuery> deciding;

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
    public BoundedQuery open(Bounds bounds, Limit limit) {
        return deciding.apply(new Sequentialized(question, bounds), limit);
    }

    @Override
    public List<Ladder<Bounds>> ladders(Limit limit) {
        var rehearsal = new Rehearsal(question, limit);
        return List.of(RoundsLadder.loopsAndRounds(), RoundsLadder.loopsAlone(rehearsal::unwinding));
    }

    @Override
    public String words(Bounds bounds) {
        return "unwind " + bounds.unwind() + ", rounds " + bounds.rounds();
    }

    @Override
    public String unfinished(Bounds bounds) {
        return bounds.toString();
    }

    @Override
    public boolean isComplete(Set<CutReason> beyond) {
        return beyond.stream()
                .noneMatch(reason -> reason instanceof CutReason.Rounds
                        || question.searchBounds().isRaisedByUnwinding(reason));
    }

    @Override
    public boolean saysAsMuch(Bounds bounds, Bounds others) {
        return bounds.rounds() >= others.rounds();
    }

    @Override
    public Verdict clean(Bounds bounds, Coverage coverage, Optional<Within.Stopped> stopped) {
        return coverage.verdict(question.searchBounds(), stopped);
    }

    @Override
    public int unwind(Bounds bounds) {
        return bounds.unwind();
    }
}
