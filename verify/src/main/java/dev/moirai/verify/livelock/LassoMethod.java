package dev.moirai.verify.livelock;

import dev.moirai.explore.LivenessProperty;
import dev.moirai.property.Bounds;
import dev.moirai.property.CutReason;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.solve.Limit;
import dev.moirai.verify.bounded.BoundedMethod;
import dev.moirai.verify.bounded.BoundedQuery;
import dev.moirai.verify.bounded.BoundedQuestion;
import dev.moirai.verify.bounded.ClimbingSearch;
import dev.moirai.verify.bounded.Coverage;
import dev.moirai.verify.bounded.Ladder;
import dev.moirai.verify.bounded.LazyBounds;
import dev.moirai.verify.bounded.LazyMethod;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.engine.Workforce;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for fair lassos with more and more rounds in stem and lasso. The number of contexts grows by one at a time; for
 * each number, all ways to divide it between stem and lasso are tried. Loops are unwound as often as there are
 * contexts.
 */
final class LassoMethod implements BoundedMethod<LassoBounds> {
    /** The number of contexts in the first query. */
    private static final int FEW = 2;

    private final LivelockQuestion question;
    private final Runnable hasLooked;
    /** What the queries left out for other reasons than their bounds. */
    private final Set<CutReason> beyond = new LinkedHashSet<>();

    private final Optional<LassosAhead> ahead;

    /**
     * @param hasLooked is run once, when there is no lasso with few contexts
     * @param workforce if there is more than one, many bounds are tried at once
     */
    LassoMethod(LivelockQuestion question, Runnable hasLooked, Workforce workforce) {
        this.question = question;
        this.hasLooked = hasLooked;
        var task = new LassoPart.Task(question.machine().program(), question.liveness(), question.solver());
        ahead = workforce.places() > 1 ? Optional.of(new LassosAhead(task, workforce)) : Optional.empty();
    }

    @Override
    public BoundedQuery open(LassoBounds bounds, Limit limit) {
        Optional<BoundedQuery> known = ahead.flatMap(others -> {
            if (!others.isOf(bounds)) others.ask(together(bounds), limit);
            return others.query(others.found().orElse(bounds));
        });
        return known.orElseGet(() -> opened(bounds, limit));
    }

    /** What is asked at once with these bounds: all that were given, or all with as many contexts. */
    private List<LassoBounds> together(LassoBounds bounds) {
        return question.bounds().orElseGet(() -> {
            var all = new ArrayList<LassoBounds>();
            for (int stem = bounds.stem(); stem >= 0; stem--) {
                all.add(new LassoBounds(stem, bounds.stem() + bounds.lasso() - stem, bounds.unwind()));
            }
            return all;
        });
    }

    private BoundedQuery opened(LassoBounds bounds, Limit limit) {
        return new LassoQuery(question.machine(), question.liveness(), bounds, question.solver(), beyond, limit);
    }

    @Override
    public List<Ladder<LassoBounds>> ladders(Limit limit) {
        return List.of(new Ladder<>(new LassoBounds(FEW - 1, 1, FEW)) {
            @Override
            protected boolean isCovered(LassoBounds bounds, LassoBounds others) {
                return bounds.equals(others);
            }

            @Override
            protected LassoBounds higher(LassoBounds bounds) {
                int contexts = bounds.stem() + bounds.lasso();
                return isLastOfItsContexts(bounds)
                        ? new LassoBounds(contexts, 1, contexts + 1)
                        : new LassoBounds(bounds.stem() - 1, bounds.lasso() + 1, contexts);
            }
        });
    }

    private static boolean isLastOfItsContexts(LassoBounds bounds) {
        return bounds.stem() == 0;
    }

    @Override
    public String words(LassoBounds bounds) {
        return "stem " + bounds.stem() + ", lasso " + bounds.lasso() + ", unwind " + bounds.unwind();
    }

    @Override
    public String unfinished(LassoBounds bounds) {
        return bounds.toString();
    }

    /** Never: there may always be a longer lasso. */
    @Override
    public boolean isComplete(Set<CutReason> beyond) {
        return false;
    }

    @Override
    public boolean saysAsMuch(LassoBounds bounds, LassoBounds others) {
        return true;
    }

    @Override
    public int unwind(LassoBounds bounds) {
        return bounds.unwind();
    }

    @Override
    public Verdict clean(LassoBounds bounds, Coverage coverage, Optional<Within.Stopped> stopped) {
        for (CutReason reason : coverage.beyond()) {
            if (reason instanceof CutReason.Construct(var what, var span)) return new Verdict.Unsupported(what, span);
        }
        // All given bounds have been tried, unless something stopped the search.
        String name = stopped.isEmpty()
                ? question.bounds().map(LassoBounds::name).orElse(bounds.toString())
                : bounds.toString();
        var limits = new ArrayList<>(List.of(name));
        limits.addAll(SearchBounds.GROWING.limits(0, coverage.beyond()));
        return new Verdict.HoldsWithin(new Within(limits, List.of(), stopped));
    }

    /** When there is no lasso: looks for a run that ends without the response, and for a deadlock. */
    @Override
    public Optional<Verdict> besides(LassoBounds bounds, ClimbingSearch<LassoBounds> search) {
        if (question.bounds().isPresent()) {
            return bounds.equals(question.bounds().get().getLast()) ? ending(bounds, search) : Optional.empty();
        }
        if (!isLastOfItsContexts(bounds)) return Optional.empty();
        int contexts = bounds.lasso();
        Optional<Verdict> ending = ending(new LassoBounds(contexts - 1, 1, contexts), search);
        if (ending.isEmpty() && contexts == FEW) hasLooked.run();
        return ending;
    }

    private Optional<Verdict> ending(LassoBounds bounds, ClimbingSearch<LassoBounds> search) {
        return unanswered(bounds, search).or(() -> deadlock(bounds, search.limit()));
    }

    private Optional<Verdict> unanswered(LassoBounds bounds, ClimbingSearch<LassoBounds> search) {
        if (!(question.liveness().undone() instanceof LivenessProperty.Undone.Response response))
            return Optional.empty();
        try (var query = LassoQuery.atEndings(
                question.machine(), question.liveness(), response, bounds, question.solver(), beyond, search.limit())) {
            return search.ask(bounds, query);
        }
    }

    /** A deadlock is an answer of its own: no thread can move any more. */
    private Optional<Verdict> deadlock(LassoBounds bounds, Limit limit) {
        var rounds = new Bounds(bounds.unwind(), bounds.stem() + bounds.lasso());
        var stuck =
                new BoundedQuestion(question.machine().program(), Set.of(Property.DEADLOCK), SearchBounds.of(rounds));
        var method = LazyMethod.solving(stuck, question.solver());
        Verdict verdict = new ClimbingSearch<>(method, stuck, limit, _ -> {}).within(List.of(LazyBounds.of(rounds)));
        return verdict instanceof Verdict.Violated ? Optional.of(verdict) : Optional.empty();
    }
}
