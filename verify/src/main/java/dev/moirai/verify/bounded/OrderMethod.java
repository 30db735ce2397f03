package dev.moirai.verify.bounded;

import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.Prelude;
import dev.moirai.property.CutReason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.solve.Limit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The order of events, with loops unwound more and more. Interleavings need no bound. */
public final class OrderMethod implements BoundedMethod<Integer> {
    private final BoundedQuestion question;
    private final String solver;
    private Prelude prelude = Prelude.NONE;

    /** @param solver by a name of {@link dev.moirai.solve.registry.Solvers} */
    public OrderMethod(BoundedQuestion question, String solver) {
        this.question = question;
        this.solver = solver;
    }

    @Override
    public BoundedQuery open(Integer unwind, Limit limit) {
        BoundOptions unwinding = question.searchBounds().unwinding(unwind).after(prelude);
        return new OrderQuery(question, solver, unwinding, limit);
    }

    @Override
    public void forgetPrelude() {
        prelude = Prelude.NONE;
    }

    @Override
    public List<Ladder<Integer>> ladders(Limit limit) {
        prelude = question.prelude(limit);
        return List.of(new Ladder<>(1) {
            @Override
            protected boolean isCovered(Integer unwind, Integer others) {
                return unwind <= others;
            }

            @Override
            protected Integer higher(Integer unwind) {
                return unwind + (unwind + 1) / 2;
            }
        });
    }

    @Override
    public String words(Integer unwind) {
        return "unwind " + unwind;
    }

    @Override
    public String unfinished(Integer unwind) {
        return String.valueOf(unwind);
    }

    @Override
    public boolean isComplete(Set<CutReason> beyond) {
        return beyond.stream().noneMatch(question.searchBounds()::isRaisedByUnwinding);
    }

    @Override
    public boolean saysAsMuch(Integer unwind, Integer others) {
        return unwind >= others;
    }

    @Override
    public Verdict clean(Integer unwind, Coverage coverage, Optional<Within.Stopped> stopped) {
        return coverage.verdict(question.searchBounds(), stopped);
    }

    @Override
    public int unwind(Integer unwind) {
        return unwind;
    }
}
