package dev.moirai.verify.bounded;

import dev.moirai.logic.Evaluator;
import dev.moirai.logic.TermPool;
import dev.moirai.property.CutReason;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.symbolic.Formula;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds which cuts of a formula control can reach, by asking a solver that has found no violation. There is one
 * question for each limit that a verdict would name, and one for everything that has no terms. If the solver does not
 * know, the cut counts as reachable: to name a limit too many does no harm, to name one too few would be a false claim.
 */
public final class ReachableCuts {
    private final TermPool pool;
    private final SearchBounds searchBounds;
    private final Solver solver;

    public ReachableCuts(TermPool pool, SearchBounds searchBounds, Solver solver) {
        this.pool = pool;
        this.searchBounds = searchBounds;
        this.solver = solver;
    }

    /** @param patience the limit for questions about bounds, whose answers may matter less */
    public Set<CutReason> of(List<Formula.Cut> cuts, Limit limit, Limit patience) {
        Map<Object, List<Formula.Cut>> groups = new LinkedHashMap<>();
        for (Formula.Cut cut : cuts) {
            groups.computeIfAbsent(group(cut.reason()), _ -> new ArrayList<>()).add(cut);
        }
        var reached = new LinkedHashSet<CutReason>();
        groups.forEach((_, group) -> {
            boolean isBound = group.getFirst().reason() instanceof CutReason.Bound;
            reached.addAll(among(group, isBound ? patience : limit));
        });
        return reached;
    }

    /** A key for the question to which the cut belongs: the same for all cuts that one limit is responsible for. */
    private Object group(CutReason reason) {
        return switch (reason) {
            case CutReason.Loop(var name, var _) ->
                searchBounds.isRaisedByUnwinding(reason) ? CutReason.Loop.class : name;
            case CutReason.Recursion(var name) ->
                searchBounds.isRaisedByUnwinding(reason) ? CutReason.Loop.class : name;
            case CutReason.Threads _ -> CutReason.Threads.class;
            case CutReason.Rounds _ -> CutReason.Rounds.class;
            case CutReason.Construct _ -> CutReason.Construct.class;
        };
    }

    private List<CutReason> among(List<Formula.Cut> group, Limit limit) {
        int any = TermPool.FALSE;
        for (Formula.Cut cut : group) any = pool.or(any, cut.condition());
        if (any == TermPool.FALSE) return List.of();
        return switch (solver.check(limit, any)) {
            case Satisfiability.Unsat _ -> List.of();
            case Satisfiability.Unknown _ -> List.of(group.getFirst().reason());
            case Satisfiability.Sat(var model) -> {
                var evaluator = new Evaluator(pool, model);
                yield group.stream()
                        .filter(cut -> evaluator.isTrue(cut.condition()))
                        .map(Formula.Cut::reason)
                        .toList();
            }
        };
    }
}
