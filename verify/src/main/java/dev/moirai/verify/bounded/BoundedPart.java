package dev.moirai.verify.bounded;

import dev.moirai.bound.BoundOptions;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.logic.OutOfTime;
import dev.moirai.order.Cube;
import dev.moirai.sequentialize.Tile;
import dev.moirai.solve.Limit;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.verify.engine.Desk;
import dev.moirai.verify.engine.Subquestion;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.replay.ScheduleReplay;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A share of the interleavings within some bounds, as a question of its own. {@link SplitQuery} asks all of them.
 *
 * <p>Shares are told by numbers of a bounded program, which whoever answers makes anew. So each has the fingerprint of the
 * program that was cut: should another machine make another program, the part is not answered.
 */
public sealed interface BoundedPart extends Subquestion<BoundedQuery.Result> {
    BoundedQuestion question();

    String solver();

    /** Throws as {@link BoundedMethod#open} does. */
    BoundedQuery.Result ask(Limit limit, Desk desk);

    @Override
    default BoundedQuery.Result answer(Limit limit) {
        try (var desk = new Desk()) {
            return answer(limit, desk);
        }
    }

    @Override
    default BoundedQuery.Result answer(Limit limit, Desk desk) {
        try {
            return ask(limit, desk);
        } catch (OutOfTime _) {
            return new BoundedQuery.Result.Unknown(limit.reason());
        }
    }

    @Override
    default boolean isFinal(BoundedQuery.Result answer) {
        return !(answer instanceof BoundedQuery.Result.Unknown);
    }

    @Override
    default BoundedQuery.Result confirmed(BoundedQuery.Result answer) {
        if (!(answer instanceof BoundedQuery.Result.Violated(var verdict, var choices))) return answer;
        var options = MachineOptions.DEFAULT.watching(question().properties());
        var machine = new Machine(question().program(), options);
        return new BoundedQuery.Result.Violated(
                ScheduleReplay.confirmed(machine, verdict.violation(), verdict.schedule()), choices);
    }

    /** In Boogie, schedules hold names of values that only this process knows. */
    @Override
    default boolean isPortable() {
        return Solvers.isOurs(solver())
                && !Input.isBoogie(Path.of(question().program().file()));
    }

    @Override
    default Optional<Record> shared() {
        return Optional.of(question());
    }

    private static void requireSame(String cut, String made) {
        if (!cut.equals(made)) throw new IllegalStateException("the program that was cut into parts is another one");
    }

    /**
     * @param unwinding how far loops are unwound within these bounds
     * @param fingerprint of what was cut
     */
    record OfLazy(
            BoundedQuestion question,
            String solver,
            LazyBounds bounds,
            BoundOptions unwinding,
            Tile tile,
            String fingerprint)
            implements BoundedPart {
        /** Every tile has a formula of its own. */
        @Override
        public BoundedQuery.Result ask(Limit limit, Desk desk) {
            desk.clear();
            var sequentialized = new Sequentialized(question, bounds, unwinding, tile, limit);
            requireSame(fingerprint, sequentialized.fingerprint());
            try (var query = new LazyQuery(question, solver, sequentialized, limit)) {
                return query.ask(limit);
            }
        }

        @Override
        public String name() {
            return "lazy, unwind " + bounds.unwind() + ", rounds " + bounds.rounds() + ", "
                    + tile.windows().stream()
                            .map(window -> "thread " + window.thread() + " in round " + window.round() + " ends in "
                                    + window.first() + "-" + window.last())
                            .collect(Collectors.joining(", "));
        }
    }

    /**
     * @param unwinding how far loops are unwound
     * @param fingerprint of what was cut
     */
    record OfOrder(BoundedQuestion question, String solver, BoundOptions unwinding, Cube cube, String fingerprint)
            implements BoundedPart {
        /** All cubes are cases of one formula, so that it is built once and what the solver learns in one holds in the others. */
        @Override
        public BoundedQuery.Result ask(Limit limit, Desk desk) {
            return desk.find(OrderQuery.class)
                    .filter(query -> query.isFor(question, solver, unwinding))
                    .orElseGet(() -> desk.keep(opened(limit)))
                    .ask(cube, limit);
        }

        private OrderQuery opened(Limit limit) {
            var query = new OrderQuery(question, solver, unwinding, limit);
            requireSame(fingerprint, query.fingerprint());
            return query;
        }

        @Override
        public String name() {
            return "order, unwind " + unwinding.unwind() + ", "
                    + cube.decisions().stream()
                            .map(decision -> "event " + decision.first() + " before " + decision.second())
                            .collect(Collectors.joining(", "));
        }
    }
}
