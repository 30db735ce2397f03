package dev.moirai.verify;

import dev.moirai.bound.ArithmeticChecks;
import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Outcome;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Program;
import dev.moirai.logic.Evaluator;
import dev.moirai.logic.TermPool;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.sequentialize.Counterexample;
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
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One look at a program within bounds, by lazy sequentialization (Inverso, Tomasco, Fischer, La Torre, Parlato, CAV
 * 2014): threads to one sequential program, that to one formula, its model to a schedule that the interpreter confirms.
 */
final class LazyCheck {
    private final Program program;
    private final Set<Property> properties;
    private final String solverName;
    private final Limit limit;

    LazyCheck(Program program, Set<Property> properties, String solverName, Limit limit) {
        this.program = program;
        this.properties = properties;
        this.solverName = solverName;
        this.limit = limit;
    }

    sealed interface Result {
        record Violated(Verdict.Violated verdict) implements Result {}

        /** No violation within the bounds; {@code cut} names what lies beyond them, if anything can. */
        record Clean(Optional<String> cut) implements Result {}

        record Unknown(String reason) implements Result {}
    }

    /** What one look cost, stage by stage. */
    record Cost(
            int unwind,
            int rounds,
            int threads,
            int instructions,
            int terms,
            long variables,
            long clauses,
            double encodingSeconds,
            double solvingSeconds) {}

    record Look(Result result, Cost cost) {}

    Look within(BoundOptions bounds, int rounds) {
        long began = System.nanoTime();
        BoundedProgram bounded =
                ArithmeticChecks.add(SyncLowering.lower(Bounding.bound(program, bounds), properties), properties);
        LazyOptions options = LazyOptions.rounds(rounds);
        Unrolled unrolled = Lazy.sequentialize(
                        bounded, properties.contains(Property.DEADLOCK) ? options.withDeadlocks() : options)
                .unrolled();
        var pool = new TermPool();
        Formula formula = SymbolicExecution.of(unrolled.program(), properties, knowledge(unrolled), pool);
        double encoding = seconds(began);
        try (Solver solver = Solvers.checked(Solvers.named(solverName, pool))) {
            Result result = solve(solver, formula, unrolled, bounded, rounds);
            var statistics = solver.statistics();
            return new Look(
                    result,
                    new Cost(
                            bounds.unwind(),
                            rounds,
                            bounded.threads().size(),
                            unrolled.body().size(),
                            pool.size(),
                            statistics.variables(),
                            statistics.clauses(),
                            encoding,
                            seconds(began) - encoding));
        }
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

    private Result solve(Solver solver, Formula formula, Unrolled unrolled, BoundedProgram bounded, int rounds) {
        return switch (solver.check(limit, formula.violation())) {
            case Answer.Sat(var model) -> new Result.Violated(confirmed(formula, unrolled, model));
            case Answer.Unknown(var reason) -> new Result.Unknown(reason);
            case Answer.Unsat _ -> clean(solver, formula, bounded, rounds);
        };
    }

    private Result clean(Solver solver, Formula formula, BoundedProgram bounded, int rounds) {
        if (rounds < roundsThatSuffice(bounded))
            return new Result.Clean(Optional.of("more than " + rounds + " rounds"));
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

    /** With one step a round, as many rounds as there are visible steps cover every interleaving; one thread needs one. */
    private static int roundsThatSuffice(BoundedProgram bounded) {
        if (bounded.threads().size() == 1) return 1;
        long steps = bounded.threads().stream()
                .mapToLong(thread -> thread.body().stream()
                        .filter(dev.moirai.ir.Visibility::isVisible)
                        .count())
                .sum();
        return (int) Math.min(Integer.MAX_VALUE, steps);
    }

    private Verdict.Violated confirmed(Formula formula, Unrolled unrolled, Model model) {
        var evaluator = new Evaluator(formula.pool(), model);
        Map<Integer, Long> chosen = new HashMap<>();
        for (Formula.Choice choice : formula.choices()) {
            chosen.put(choice.instruction(), Arithmetic.normalize(choice.type(), evaluator.value(choice.term())));
        }
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(properties));
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

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
