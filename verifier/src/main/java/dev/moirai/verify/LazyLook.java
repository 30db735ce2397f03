package dev.moirai.verify;

import dev.moirai.bound.ArithmeticChecks;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Outcome;
import dev.moirai.ir.Arithmetic;
import dev.moirai.logic.Evaluator;
import dev.moirai.logic.TermPool;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.sequentialize.Counterexample;
import dev.moirai.sequentialize.EnoughRounds;
import dev.moirai.sequentialize.Lazy;
import dev.moirai.sequentialize.LazyOptions;
import dev.moirai.sequentialize.Unrolled;
import dev.moirai.solve.Answer;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Model;
import dev.moirai.solve.Solver;
import dev.moirai.solve.Solvers;
import dev.moirai.symbolic.Formula;
import dev.moirai.symbolic.SymbolicExecution;
import dev.moirai.symbolic.SymbolicExecution.Knowledge;
import dev.moirai.witness.Attempt;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One look at a program within bounds, by lazy sequentialization (Inverso, Tomasco, Fischer, La Torre, Parlato, CAV
 * 2014): threads to one sequential program, that to one formula, its model to a schedule that the interpreter confirms.
 * The formula is built once; it may be asked about again and again, for a while each time, and what the solver learnt
 * stays.
 */
final class LazyLook implements AutoCloseable {
    private final LazyQuestion question;
    private final Bounds bounds;
    private final BoundedProgram bounded;
    private final Unrolled unrolled;
    private final Formula formula;
    private final Solver solver;
    private final Map<String, Double> seconds = new LinkedHashMap<>();
    private boolean clean;

    /** Builds the formula. Throws {@link dev.moirai.bound.TooLargeException}, {@link dev.moirai.symbolic.Unencodable}. */
    LazyLook(LazyQuestion question, Bounds bounds) {
        this.question = question;
        this.bounds = bounds;
        Set<Property> properties = question.properties();
        bounded = timed("bounding", () -> {
            var unwound = Bounding.bound(question.program(), question.reach().unwinding(bounds.unwind()));
            return ArithmeticChecks.add(SyncLowering.lower(unwound, properties), properties);
        });
        LazyOptions rounds = LazyOptions.rounds(bounds.rounds());
        LazyOptions options = properties.contains(Property.DEADLOCK) ? rounds.withDeadlocks() : rounds;
        unrolled = timed(
                "sequentializing", () -> Lazy.sequentialize(bounded, options).unrolled());
        var pool = new TermPool();
        formula = timed(
                "encoding", () -> SymbolicExecution.of(unrolled.program(), properties, knowledge(unrolled), pool));
        solver = Solvers.checked(Solvers.named(question.solver(), pool));
    }

    sealed interface Result {
        record Violated(Verdict.Violated verdict) implements Result {}

        /** No violation within the bounds; {@code cut} names what lies beyond them, if anything can. */
        record Clean(Optional<String> cut) implements Result {}

        /** Not known yet. */
        record Unknown(String reason) implements Result {}
    }

    Bounds bounds() {
        return bounds;
    }

    int terms() {
        return formula.pool().size();
    }

    /** Whether more unwinding could show more of the program. */
    boolean isCut() {
        return bounded.isCut();
    }

    /** Whether more rounds could. */
    boolean needsMoreRounds() {
        return bounds.rounds() < EnoughRounds.of(unrolled.sequential());
    }

    /** An answer, or {@link Result.Unknown} when the limit is reached: then it can be asked again. */
    Result ask(Limit limit) {
        return timed("solving", () -> answer(limit));
    }

    private Result answer(Limit limit) {
        if (clean) return clean(limit);
        return switch (solver.check(limit, formula.violation())) {
            case Answer.Sat(var model) -> new Result.Violated(confirmed(model));
            case Answer.Unknown(var reason) -> new Result.Unknown(reason);
            case Answer.Unsat _ -> {
                clean = true;
                yield clean(limit);
            }
        };
    }

    private Result clean(Limit limit) {
        if (needsMoreRounds()) return new Result.Clean(Optional.of("more than " + bounds.rounds() + " rounds"));
        return switch (solver.check(limit, formula.cut())) {
            case Answer.Unsat _ -> new Result.Clean(Optional.empty());
            case Answer.Unknown(var reason) -> new Result.Clean(Optional.of(reason));
            case Answer.Sat(var model) -> {
                var evaluator = new Evaluator(formula.pool(), model);
                String what = formula.cuts().stream()
                        .filter(cut -> evaluator.isTrue(cut.condition()))
                        .map(Formula.Cut::what)
                        .findFirst()
                        .orElse("something beyond the bounds");
                yield new Result.Clean(Optional.of(what));
            }
        };
    }

    private Verdict.Violated confirmed(Model model) {
        var evaluator = new Evaluator(formula.pool(), model);
        Map<Integer, Long> chosen = new HashMap<>();
        for (Formula.Choice choice : formula.choices()) {
            chosen.put(choice.instruction(), Arithmetic.normalize(choice.type(), evaluator.value(choice.term())));
        }
        var machine = new Machine(question.program(), MachineOptions.DEFAULT.watching(question.properties()));
        var followed = Counterexample.follow(unrolled, index -> chosen.getOrDefault(index, 0L), machine);
        if (followed.outcome() instanceof Outcome.Violated(var violation)) {
            return Replay.confirmed(machine, violation, followed.schedule());
        }
        String claimed = formula.violations().stream()
                .filter(failure -> evaluator.isTrue(failure.condition()))
                .map(failure ->
                        failure.property().word() + " at " + failure.span() + ", instruction " + failure.instruction())
                .findFirst()
                .orElse("none");
        throw new IllegalStateException("a model (" + claimed + ") did not lead to a violation: " + followed.outcome());
    }

    /** Copies of one allocation in several rounds are one site: a thread passes it once. */
    private static Knowledge knowledge(Unrolled unrolled) {
        return new Knowledge(
                index -> unrolled.places()
                        .get(index)
                        .<Object>map(place -> (long) place.thread() << 32 | place.index())
                        .orElse(index),
                unrolled.deadlockCheck());
    }

    // ---- what it cost ------------------------------------------------------------------------------------------

    Attempt attempt(String result) {
        var sizes = new LinkedHashMap<String, Long>();
        sizes.put("threads", (long) bounded.threads().size());
        sizes.put("instructions", (long) unrolled.body().size());
        sizes.put("terms", (long) terms());
        sizes.put("variables", solver.statistics().variables());
        sizes.put("clauses", solver.statistics().clauses());
        var tried = new LinkedHashMap<String, Integer>();
        tried.put("unwind", bounds.unwind());
        tried.put("rounds", bounds.rounds());
        return new Attempt(tried, sizes, seconds, result);
    }

    private <T> T timed(String stage, Supplier<T> work) {
        long began = System.nanoTime();
        try {
            return work.get();
        } finally {
            seconds.merge(stage, (System.nanoTime() - began) / 1e9, Double::sum);
        }
    }

    @Override
    public void close() {
        solver.close();
    }
}
