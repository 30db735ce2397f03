package dev.moirai.verify.bounded;

import dev.moirai.bound.BoundedPlace;
import dev.moirai.ir.Arithmetic;
import dev.moirai.logic.Evaluator;
import dev.moirai.logic.TermPool;
import dev.moirai.property.CutReason;
import dev.moirai.sequentialize.EvenSwitches;
import dev.moirai.sequentialize.Unrolled;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Model;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.source.SourceSpan;
import dev.moirai.symbolic.Formula;
import dev.moirai.symbolic.SymbolicExecution;
import dev.moirai.symbolic.SymbolicExecution.Knowledge;
import dev.moirai.witness.Attempt;
import dev.moirai.witness.text.Figures;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The query of lazy sequentialization (Inverso, Tomasco, Fischer, La Torre, Parlato, CAV 2014): the sequential program
 * becomes one formula, and its model a schedule that the interpreter confirms. The formula is built once, and the
 * solver keeps what it has learnt when the query is asked again.
 */
public final class LazyQuery implements BoundedQuery {
    private static final Duration FOR_WORDS = Duration.ofSeconds(1);

    private final String solverName;
    private final Sequentialized sequentialized;
    private final SearchBounds searchBounds;
    private final Formula formula;
    private final Solver solver;
    private boolean clean;

    /** Builds the formula. Throws {@link dev.moirai.bound.Unencodable}, {@link dev.moirai.logic.OutOfTime}. */
    LazyQuery(BoundedQuestion question, String solverName, Sequentialized sequentialized, Limit limit) {
        this.solverName = solverName;
        this.sequentialized = sequentialized;
        this.searchBounds = question.searchBounds();
        Unrolled unrolled = sequentialized.unrolled();
        var pool = new TermPool();
        formula = sequentialized.timed(
                "encoding",
                () -> pool.until(
                        limit::isReached,
                        () -> SymbolicExecution.of(
                                unrolled.program(), question.properties(), knowledge(unrolled), pool)));
        solver = Solvers.checked(Solvers.named(solverName, pool));
        suggest(EvenSwitches.of(unrolled));
    }

    private void suggest(Map<Integer, Integer> points) {
        for (Formula.Choice choice : formula.choices()) {
            Integer point = points.get(choice.instruction());
            if (point != null) solver.suggest(choice.term(), point);
        }
    }

    /**
     * What symbolic execution has to know of an unrolled program: the copies of an allocation in all rounds are one
     * site.
     */
    public static Knowledge knowledge(Unrolled unrolled) {
        return new Knowledge(unrolled::site, unrolled.deadlockCheck());
    }

    @Override
    public List<BoundedPart> parts(int atMost) {
        return sequentialized.parts(solverName, atMost);
    }

    @Override
    public boolean needsMoreUnwinding() {
        return sequentialized.needsMoreUnwinding();
    }

    @Override
    public String size() {
        return Figures.grouped(formula.pool().size()) + " terms";
    }

    @Override
    public Result ask(Limit limit) {
        return sequentialized.timed("solving", () -> answer(limit));
    }

    private Result answer(Limit limit) {
        if (clean) return clean(limit);
        return switch (solver.check(limit, formula.violation())) {
            case Satisfiability.Sat(var model) -> confirmed(model);
            case Satisfiability.Unknown(var reason) -> new Result.Unknown(reason);
            case Satisfiability.Unsat _ -> {
                clean = true;
                yield clean(limit);
            }
        };
    }

    private Result clean(Limit limit) {
        var beyond = new LinkedHashSet<CutReason>();
        boolean roundsCut = sequentialized.needsMoreRounds();
        if (roundsCut) beyond.add(new CutReason.Rounds(sequentialized.rounds()));
        // If there are too few rounds anyway, the other bounds only matter for the words of the verdict.
        Limit patience = roundsCut ? limit.within(FOR_WORDS) : limit;
        beyond.addAll(new ReachableCuts(formula.pool(), searchBounds, solver).of(formula.cuts(), limit, patience));
        return new Result.Clean(beyond);
    }

    private Result confirmed(Model model) {
        var evaluator = new Evaluator(formula.pool(), model);
        Map<Integer, Long> chosen = new HashMap<>();
        for (Formula.Choice choice : formula.choices()) {
            chosen.put(choice.instruction(), Arithmetic.normalize(choice.type(), evaluator.value(choice.term())));
        }
        return switch (sequentialized.replay(index -> chosen.getOrDefault(index, 0L))) {
            case Sequentialized.Replayed.Confirmed(var verdict, var choices) ->
                new Result.Violated(verdict, Optional.of(choices));
            case Sequentialized.Replayed.Elsewhere(var outcome, var doubt) -> {
                if (doubt.isPresent()) yield new Result.Unconfirmed(doubt.get());
                String claimed = formula.violations().stream()
                        .filter(failure -> evaluator.isTrue(failure.condition()))
                        .map(failure -> failure.property().word() + " at " + failure.span() + ", instruction "
                                + failure.instruction())
                        .findFirst()
                        .orElse("none");
                throw new IllegalStateException("a model (" + claimed + ") did not lead to a violation: " + outcome);
            }
        };
    }

    @Override
    public Unreached unreached(Visits visits, Limit limit) {
        Map<BoundedPlace, Integer> arrivals = new HashMap<>();
        Unrolled unrolled = sequentialized.unrolled();
        List<Optional<Unrolled.Place>> places = unrolled.places();
        // The instructions after that only inspect the finished run.
        for (int i = 0; i < unrolled.deadlockCheck(); i++) {
            // Instructions without a place in the source only let control skip others.
            if (unrolled.body().get(i).span().equals(SourceSpan.NOWHERE)) continue;
            int when = formula.arrivals().applyAsInt(i);
            places.get(i)
                    .ifPresent(place -> arrivals.merge(
                            place.bounded(),
                            when,
                            (one, other) -> formula.pool().or(one, other)));
        }
        return visits.after(
                sequentialized.bounded(),
                (thread, index) -> arrivals.getOrDefault(new BoundedPlace(thread, index), TermPool.FALSE),
                formula.pool(),
                solver,
                limit);
    }

    @Override
    public Attempt attempt(Result result) {
        var sizes = new LinkedHashMap<String, Long>();
        sizes.put("terms", (long) formula.pool().size());
        sizes.put("variables", solver.statistics().variables());
        sizes.put("clauses", solver.statistics().clauses());
        return sequentialized.attempt(sizes, result);
    }

    @Override
    public void close() {
        solver.close();
    }
}
