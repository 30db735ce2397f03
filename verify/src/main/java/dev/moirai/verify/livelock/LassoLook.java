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
import dev.moirai.property.Verdict;
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
import dev.moirai.verify.bounded.LazyLook;
import dev.moirai.verify.bounded.Reach;
import dev.moirai.verify.bounded.ReachableCuts;
import dev.moirai.witness.Attempt;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One look for a fair lasso within bounds: threads to one sequential program ({@link Lasso}), that to one formula, its
 * model to a run that the interpreter judges.
 */
public final class LassoLook {
    /** A loop that counts to a constant is unrolled to its end, if that is not too far. */
    private static final int COUNTED = 128;

    private final Machine machine;
    private final LivenessProperty liveness;
    private final LassoBounds bounds;
    private final BoundedProgram bounded;
    private final EndlessProgram endless;
    private final Formula formula;
    private final Map<String, Double> seconds = new LinkedHashMap<>();
    private Map<String, Long> sizes = Map.of();

    sealed interface Result {
        record Found(Verdict.Violated verdict) implements Result {}

        /** A run that the interpreter does not confirm. */
        record Doubtful(String why) implements Result {}

        /** No run within the bounds; {@code beyond} is what was left out besides. */
        record None(Set<CutReason> beyond) implements Result {}

        record Unknown(String reason) implements Result {}
    }

    /**
     * Builds the formula. Throws {@link dev.moirai.bound.TooLargeException}, {@link dev.moirai.bound.Unencodable},
     * {@link dev.moirai.logic.OutOfTime}.
     */
    LassoLook(Machine machine, LivenessProperty liveness, LassoBounds bounds, Limit limit) {
        this(machine, liveness, bounds, options(liveness, bounds), limit);
    }

    /** For runs within the same bounds that end with a response owed. */
    static LassoLook atEndings(
            Machine machine,
            LivenessProperty liveness,
            LivenessProperty.Undone.Response response,
            LassoBounds bounds,
            Limit limit) {
        var owed = new LassoOptions.Undone.Response(response.cause(), response.effect());
        int rounds = bounds.stem() + 2 * bounds.lasso() - 1;
        return new LassoLook(machine, liveness, bounds, LassoOptions.ending(rounds, owed), limit);
    }

    private LassoLook(
            Machine machine, LivenessProperty liveness, LassoBounds bounds, LassoOptions options, Limit limit) {
        this.machine = machine;
        this.liveness = liveness;
        this.bounds = bounds;
        long began = System.nanoTime();
        bounded = bounded(machine.program(), bounds.unwind());
        endless = Lasso.sequentialize(bounded, options);
        began = stage("sequentializing", began);
        var pool = new TermPool();
        formula = pool.until(
                limit::isReached,
                () -> SymbolicExecution.of(
                        endless.whole().program(),
                        Set.of(Property.LIVELOCK),
                        LazyLook.knowledge(endless.whole()),
                        pool));
        stage("encoding", began);
    }

    public static BoundedProgram bounded(Program program, int unwind) {
        BoundOptions options = BoundOptions.unwind(unwind).withAllValues().withCounted(COUNTED);
        BoundedProgram lowered =
                SyncLowering.lower(Bounding.bound(program, options), Set.of(), BoundOptions.Values.ALL);
        return ArithmeticChecks.add(lowered, Set.of());
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

    Result ask(String solverName, Limit limit) {
        long began = System.nanoTime();
        try (Solver solver = Solvers.checked(Solvers.named(solverName, formula.pool()))) {
            Result result = switch (solver.check(limit, formula.violation())) {
                case Satisfiability.Unsat _ -> none(solver, limit);
                case Satisfiability.Unknown(var reason) -> new Result.Unknown(reason);
                case Satisfiability.Sat(var model) -> judged(model);
            };
            stage("solving", began);
            sizes = sizes(solver);
            return result;
        }
    }

    private Result none(Solver solver, Limit limit) {
        // Loops need no question: that they were unwound so often is part of the bounds.
        List<Formula.Cut> others = formula.cuts().stream()
                .filter(cut -> !Reach.GROWING.isRaisedByUnwinding(cut.reason()))
                .toList();
        return new Result.None(new ReachableCuts(formula.pool(), Reach.GROWING, solver).of(others, limit, limit));
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
            case Judgement.Confirmed confirmed -> new Result.Found(LassoVerdict.of(machine, liveness, confirmed));
            case Judgement.Refused(var why) -> new Result.Doubtful(why);
        };
    }

    private Result unanswered(List<Move> moves) {
        if (!(liveness.undone() instanceof LivenessProperty.Undone.Response response))
            return new Result.Doubtful("the lasso is empty");
        return switch (UnansweredRun.judge(machine, response, moves)) {
            case UnansweredRun.Judgement.Confirmed confirmed ->
                new Result.Found(LassoVerdict.unanswered(machine, confirmed));
            case UnansweredRun.Judgement.Refused(var why) -> new Result.Doubtful(why);
        };
    }

    // ---- what it cost ------------------------------------------------------------------------------------------

    private Map<String, Long> sizes(Solver solver) {
        var now = new LinkedHashMap<String, Long>();
        now.put("threads", (long) bounded.threads().size());
        now.put("instructions", (long) endless.whole().body().size());
        now.put("terms", (long) formula.pool().size());
        now.put("variables", solver.statistics().variables());
        now.put("clauses", solver.statistics().clauses());
        return now;
    }

    Map<String, Long> sizes() {
        return sizes;
    }

    Attempt attempt(String result) {
        var tried = new LinkedHashMap<String, Integer>();
        tried.put("stem", bounds.stem());
        tried.put("lasso", bounds.lasso());
        tried.put("unwind", bounds.unwind());
        return new Attempt(tried, sizes, seconds, result);
    }

    private long stage(String name, long began) {
        long now = System.nanoTime();
        seconds.merge(name, (now - began) / 1e9, Double::sum);
        return now;
    }
}
