package dev.moirai.verify.livelock;

import dev.moirai.bound.ArithmeticChecks;
import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.explore.FairRun;
import dev.moirai.explore.LassoJudge;
import dev.moirai.explore.LassoJudge.Judgement;
import dev.moirai.explore.LivenessProperty;
import dev.moirai.explore.UnansweredRun;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Program;
import dev.moirai.logic.Evaluator;
import dev.moirai.logic.TermPool;
import dev.moirai.property.CutReason;
import dev.moirai.property.Property;
import dev.moirai.sequentialize.Counterexample;
import dev.moirai.sequentialize.EndlessProgram;
import dev.moirai.sequentialize.Lasso;
import dev.moirai.sequentialize.LassoOptions;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Model;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.symbolic.Formula;
import dev.moirai.symbolic.SymbolicExecution;
import dev.moirai.verify.bounded.BoundedQuery;
import dev.moirai.verify.bounded.LazyQuery;
import dev.moirai.verify.bounded.ReachableCuts;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.witness.Attempt;
import dev.moirai.witness.text.Figures;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The query for a fair lasso within bounds: the threads become one sequential program ({@link Lasso}), that becomes one
 * formula, and its model a run that the interpreter judges.
 */
public final class LassoQuery implements BoundedQuery {
    /** A loop that counts to a constant is unrolled to its end, if that is not too far. */
    private static final int COUNTED = 128;

    private final Machine machine;
    private final LivenessProperty liveness;
    private final LassoBounds bounds;
    private final BoundedProgram bounded;
    private final EndlessProgram endless;
    private final Formula formula;
    private final Map<String, Double> seconds = new LinkedHashMap<>();
    private final Solver solver;
    /** What this query and those before it left out for other reasons than their bounds. */
    private final Set<CutReason> beyond;

    /**
     * Builds the formula. {@code beyond} takes what is left out. Throws {@link dev.moirai.bound.TooLargeException}, {@link
     * dev.moirai.bound.Unencodable},
     * {@link dev.moirai.logic.OutOfTime}.
     */
    LassoQuery(
            Machine machine,
            LivenessProperty liveness,
            LassoBounds bounds,
            String solver,
            Set<CutReason> beyond,
            Limit limit) {
        this(machine, liveness, bounds, options(liveness, bounds), solver, beyond, limit);
    }

    /** The query for runs within the same bounds that end with a response owed. */
    static LassoQuery atEndings(
            Machine machine,
            LivenessProperty liveness,
            LivenessProperty.Undone.Response response,
            LassoBounds bounds,
            String solver,
            Set<CutReason> beyond,
            Limit limit) {
        var owed = new LassoOptions.Undone.Response(response.cause(), response.effect());
        int rounds = bounds.stem() + 2 * bounds.lasso() - 1;
        return new LassoQuery(machine, liveness, bounds, LassoOptions.ending(rounds, owed), solver, beyond, limit);
    }

    private LassoQuery(
            Machine machine,
            LivenessProperty liveness,
            LassoBounds bounds,
            LassoOptions options,
            String solverName,
            Set<CutReason> beyond,
            Limit limit) {
        this.machine = machine;
        this.liveness = liveness;
        this.bounds = bounds;
        this.beyond = beyond;
        long began = System.nanoTime();
        bounded = bounded(machine.program(), bounds.unwind(), limit);
        endless = Lasso.sequentialize(bounded, options);
        began = stage("sequentializing", began);
        var pool = new TermPool();
        formula = pool.until(
                limit::isReached,
                () -> SymbolicExecution.of(
                        endless.whole().program(),
                        Set.of(Property.LIVELOCK),
                        LazyQuery.knowledge(endless.whole()),
                        pool));
        solver = Solvers.checked(Solvers.named(solverName, pool));
        stage("encoding", began);
    }

    public static BoundedProgram bounded(Program program, int unwind, Limit limit) {
        BoundOptions options = BoundOptions.unwind(unwind).withAllValues().withCounted(COUNTED);
        BoundedProgram unwound = Bounding.bound(program, options, limit::isReached);
        return ArithmeticChecks.add(SyncLowering.lower(unwound, Set.of(), BoundOptions.Values.ALL), Set.of());
    }

    public static LassoOptions options(LivenessProperty liveness, LassoBounds bounds) {
        Optional<LassoOptions.Undone> undone = switch (liveness.undone()) {
            case LivenessProperty.Undone.Anything() -> Optional.empty();
            case LivenessProperty.Undone.Thread(var name) -> Optional.of(new LassoOptions.Undone.Thread(name));
            case LivenessProperty.Undone.Response(var cause, var effect) ->
                Optional.of(new LassoOptions.Undone.Response(cause, effect));
        };
        return LassoOptions.mutant(bounds.stem(), bounds.lasso(), liveness.fairness(), undone);
    }

    @Override
    public String size() {
        return Figures.grouped(formula.pool().size()) + " terms";
    }

    @Override
    public Result ask(Limit limit) {
        long began = System.nanoTime();
        Result result = switch (solver.check(limit, formula.violation())) {
            case Satisfiability.Unsat _ -> new Result.Clean(beyond(limit));
            case Satisfiability.Unknown(var reason) -> new Result.Unknown(reason);
            case Satisfiability.Sat(var model) -> judged(model);
        };
        stage("solving", began);
        return result;
    }

    private Set<CutReason> beyond(Limit limit) {
        // Loops need no question, as the bounds of the verdict say how often they were unwound.
        List<Formula.Cut> others = formula.cuts().stream()
                .filter(cut -> !SearchBounds.GROWING.isRaisedByUnwinding(cut.reason()))
                .toList();
        beyond.addAll(new ReachableCuts(formula.pool(), SearchBounds.GROWING, solver).of(others, limit, limit));
        return new LinkedHashSet<>(beyond);
    }

    private Result judged(Model model) {
        var evaluator = new Evaluator(formula.pool(), model);
        Map<Integer, Long> chosen = new HashMap<>();
        for (Formula.Choice choice : formula.choices()) {
            chosen.put(choice.instruction(), Arithmetic.normalize(choice.type(), evaluator.value(choice.term())));
        }
        var run = Counterexample.follow(endless, index -> chosen.getOrDefault(index, 0L), machine);
        if (run.lasso().isEmpty()) return unanswered(run.stem());
        return switch (LassoJudge.judge(machine, liveness, new FairRun(run.stem(), run.lasso()))) {
            case Judgement.Confirmed confirmed -> new Result.Violated(LassoVerdict.of(machine, liveness, confirmed));
            case Judgement.Refused(var why) -> new Result.Unconfirmed(why);
        };
    }

    private Result unanswered(List<Move> moves) {
        if (!(liveness.undone() instanceof LivenessProperty.Undone.Response response))
            return new Result.Unconfirmed("the lasso is empty");
        return switch (UnansweredRun.judge(machine, response, moves)) {
            case UnansweredRun.Judgement.Confirmed confirmed ->
                new Result.Violated(LassoVerdict.unanswered(machine, confirmed));
            case UnansweredRun.Judgement.Refused(var why) -> new Result.Unconfirmed(why);
        };
    }

    // ---- cost ------------------------------------------------------------------------------------------

    @Override
    public Attempt attempt(Result result) {
        var tried = new LinkedHashMap<String, Integer>();
        tried.put("stem", bounds.stem());
        tried.put("lasso", bounds.lasso());
        tried.put("unwind", bounds.unwind());
        var sizes = new LinkedHashMap<String, Long>();
        sizes.put("threads", (long) bounded.threads().size());
        sizes.put("instructions", (long) endless.whole().body().size());
        sizes.put("terms", (long) formula.pool().size());
        sizes.put("variables", solver.statistics().variables());
        sizes.put("clauses", solver.statistics().clauses());
        return new Attempt(tried, sizes, seconds, words(result));
    }

    private static String words(Result result) {
        return switch (result) {
            case Result.Violated _ -> "found";
            case Result.Unconfirmed _ -> "not confirmed";
            case Result.Clean _ -> "none";
            case Result.Unknown _ -> "unknown";
        };
    }

    @Override
    public void close() {
        solver.close();
    }

    private long stage(String name, long began) {
        long now = System.nanoTime();
        seconds.merge(name, (now - began) / 1e9, Double::sum);
        return now;
    }
}
