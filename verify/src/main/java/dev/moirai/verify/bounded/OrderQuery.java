package dev.moirai.verify.bounded;

import dev.moirai.bound.AlikeThreads;
import dev.moirai.bound.ArithmeticChecks;
import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Outcome;
import dev.moirai.logic.Evaluator;
import dev.moirai.logic.TermPool;
import dev.moirai.order.Cube;
import dev.moirai.order.Cubes;
import dev.moirai.order.Encoding;
import dev.moirai.order.Event;
import dev.moirai.property.Property;
import dev.moirai.sequentialize.Counterexample;
import dev.moirai.solve.AssumingSolver;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Model;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.verify.engine.Desk;
import dev.moirai.verify.replay.ScheduleReplay;
import dev.moirai.witness.Attempt;
import dev.moirai.witness.text.Figures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A query about the order of events, with bounded loops and all interleavings: the threads become one formula, and its
 * model a schedule that the interpreter confirms.
 */
final class OrderQuery implements BoundedQuery, Desk.Work {
    private final BoundedQuestion question;
    private final String solverName;
    private final BoundOptions unwinding;
    private final BoundedProgram bounded;
    private final Encoding encoding;
    private final Solver solver;
    private final Map<String, Double> seconds = new LinkedHashMap<>();

    /**
     * Builds the formula. Throws {@link dev.moirai.bound.TooLargeException}, {@link dev.moirai.bound.Unencodable},
     * {@link dev.moirai.logic.OutOfTime}.
     */
    OrderQuery(BoundedQuestion question, String solverName, BoundOptions unwinding, Limit limit) {
        this.question = question;
        this.solverName = solverName;
        this.unwinding = unwinding;
        Set<Property> properties = question.properties();
        BoundedProgram unwound =
                timed("bounding", () -> Bounding.bound(question.program(), unwinding, limit::isReached));
        bounded = timed("bounding", () -> ArithmeticChecks.add(SyncLowering.lower(unwound, properties), properties));
        var pool = new TermPool();
        encoding = timed(
                "encoding",
                () -> pool.until(
                        limit::isReached, () -> Encoding.of(bounded, properties, AlikeThreads.of(unwound), pool)));
        solver = Solvers.checked(Solvers.named(solverName, pool));
        timed(
                "encoding",
                () -> pool.until(limit::isReached, () -> {
                    for (int constraint : encoding.constraints()) solver.add(constraint);
                    solver.add(encoding.precedence());
                    return true;
                }));
    }

    @Override
    public String size() {
        return Figures.grouped(terms()) + " terms";
    }

    private int terms() {
        return encoding.pool().size();
    }

    @Override
    public Result ask(Limit limit) {
        return ask(solver, limit);
    }

    /** Asks about the interleavings of the cube. What the solver learns from that is true of all of them. */
    Result ask(Cube cube, Limit limit) {
        int[] meant =
                encoding.constraints(cube).stream().mapToInt(Integer::intValue).toArray();
        return ask(new AssumingSolver(solver, meant), limit);
    }

    private Result ask(Solver asked, Limit limit) {
        return timed("solving", () -> switch (asked.check(limit, encoding.violation())) {
            case Satisfiability.Sat(var model) -> confirmed(model);
            case Satisfiability.Unknown(var reason) -> new Result.Unknown(reason);
            case Satisfiability.Unsat _ ->
                new Result.Clean(new ReachableCuts(encoding.pool(), question.searchBounds(), asked)
                        .of(encoding.cuts(), limit, limit));
        });
    }

    /** Whether this is what would be built for the question; it must be the very same object, as comparing programs takes long. */
    boolean isFor(BoundedQuestion other, String solver, BoundOptions options) {
        return question == other && solverName.equals(solver) && unwinding.equals(options);
    }

    @Override
    public List<BoundedPart> parts(int atMost) {
        String fingerprint = fingerprint();
        return Cubes.of(encoding, atMost).stream()
                .<BoundedPart>map(cube -> new BoundedPart.OfOrder(question, solverName, unwinding, cube, fingerprint))
                .toList();
    }

    /** Of all that cubes are told by: the bounded program, and its events by number. */
    String fingerprint() {
        var print = new CutFingerprint().add(bounded);
        for (Event event : encoding.events()) print.add(event.number() + " " + event.thread() + " " + event.index());
        return print.text();
    }

    @Override
    public Unreached unreached(Visits visits, Limit limit) {
        return visits.after(bounded, encoding::reached, encoding.pool(), solver, limit);
    }

    private Result confirmed(Model model) {
        var evaluator = new Evaluator(encoding.pool(), model);
        Encoding.Claim claim = encoding.violations().stream()
                .filter(candidate -> evaluator.isTrue(candidate.condition()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a model without a violation"));
        var machine = new Machine(question.program(), MachineOptions.DEFAULT.watching(question.properties()));
        var followed = Counterexample.follow(encoding.steps(evaluator, claim), machine);
        if (followed.outcome() instanceof Outcome.Violated(var violation)) {
            return new Result.Violated(ScheduleReplay.confirmed(machine, violation, followed.moves()));
        }
        Optional<String> doubt = AddressNumbers.doubtAbout(question.program());
        if (doubt.isPresent()) return new Result.Unconfirmed(doubt.get());
        throw new IllegalStateException("a model (" + claim.property().word() + " at " + claim.span()
                + ") did not lead to a violation: " + followed.outcome());
    }

    // ---- cost ------------------------------------------------------------------------------------------

    @Override
    public Attempt attempt(Result result) {
        var sizes = new LinkedHashMap<String, Long>();
        sizes.put("threads", (long) bounded.threads().size());
        sizes.put("events", (long) encoding.events().size());
        sizes.put("orders", (long) encoding.precedence().edges());
        sizes.put("terms", (long) terms());
        sizes.put("variables", solver.statistics().variables());
        sizes.put("clauses", solver.statistics().clauses());
        sizes.put("conflicts", solver.statistics().conflicts());
        return new Attempt(Map.of("unwind", unwinding.unwind()), sizes, seconds, BoundedQuery.words(result));
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
