package dev.moirai.predict;

import dev.moirai.logic.Evaluator;
import dev.moirai.logic.OutOfTime;
import dev.moirai.logic.Precedence;
import dev.moirai.logic.TermPool;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.Solver;
import dev.moirai.solve.registry.Solvers;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** A slice's formula in a solver that learns from one question to the next. Used by one thread. */
final class Session implements AutoCloseable {
    sealed interface Reply {
        /**
         * @param woken by signal: the thread it wakes, where that matters
         * @param switches how many context switches it takes
         */
        record Found(Claim claim, List<StepNode> order, Map<StepNode, Integer> woken, int switches) implements Reply {}

        /** @param bound the context bound that was needed to say so; none if it holds without */
        record Nothing(OptionalInt bound) implements Reply {}

        record Unknown(String reason) implements Reply {}
    }

    /** Bounds that are tried before the question is asked without one. */
    private static final int FIRST_BOUNDS = 3;
    /** The effort for each of these bounds, and for the search for a smaller witness: about a second. */
    private static final long MOMENT = 100;

    private final TraceProgram program;
    private final PrefixFormula formula;
    private final TermPool pool = new TermPool();
    private final Solver solver;
    private int toldConstraints;
    private int toldEdges;

    /** Builds the formula; throws {@link OutOfTime} at the limit. */
    Session(
            TraceProgram program,
            Slice slice,
            Set<StepNode> points,
            TraceOrigin origin,
            String solverName,
            Limit limit) {
        this.program = program;
        this.formula = pool.until(limit::isReached, () -> new PrefixFormula(program, slice, points, pool, origin));
        this.solver = Solvers.checked(Solvers.named(solverName, pool));
    }

    Slice slice() {
        return formula.slice();
    }

    /** How many steps have a place in the formula. */
    int size() {
        return formula.size();
    }

    /** Asks whether one of the claims holds in some order, and for an order with few context switches. */
    Reply ask(List<Claim> claims, OptionalInt contextBound, Limit limit) {
        try {
            return pool.until(limit::isReached, () -> reply(claims, contextBound, limit));
        } catch (OutOfTime _) {
            return new Reply.Unknown(limit.reason());
        }
    }

    private Reply reply(List<Claim> claims, OptionalInt contextBound, Limit limit) {
        int any = TermPool.FALSE;
        for (Claim claim : claims) any = pool.or(any, claim.term(formula));
        if (any == TermPool.FALSE) return new Reply.Nothing(OptionalInt.empty());
        if (contextBound.isPresent()) return ask(claims, any, contextBound.getAsInt(), limit);
        tell();
        for (int bound = 0; bound < FIRST_BOUNDS; bound++) {
            switch (ask(claims, any, bound, limit.withinLooks(MOMENT))) {
                case Reply.Nothing(var needed) when needed.isPresent() -> {}
                case Reply.Unknown _ when !limit.isReached() -> bound = FIRST_BOUNDS;
                case Reply reply -> {
                    return reply;
                }
            }
        }
        Reply unbounded = unbounded(claims, any, limit);
        return unbounded instanceof Reply.Found found
                ? smallest(claims, any, found, limit.withinLooks(MOMENT))
                : unbounded;
    }

    /** Looks for a smaller context bound by bisection. */
    private Reply smallest(List<Claim> claims, int any, Reply.Found found, Limit limit) {
        Reply.Found best = found;
        int low = FIRST_BOUNDS;
        while (low < best.switches() && !limit.isReached()) {
            int bound = (low + best.switches()) / 2;
            if (ask(claims, any, bound, limit) instanceof Reply.Found smaller) best = smaller;
            else low = bound + 1;
        }
        return best;
    }

    private Reply ask(List<Claim> claims, int any, int bound, Limit limit) {
        int within = formula.switches().within(bound);
        tell();
        return switch (solver.check(limit, any, within)) {
            case Satisfiability.Sat(var model) -> found(claims, new Evaluator(pool, model));
            case Satisfiability.Unsat(var core) ->
                new Reply.Nothing(core.contains(within) ? OptionalInt.of(bound) : OptionalInt.empty());
            case Satisfiability.Unknown(var reason) -> new Reply.Unknown(reason);
        };
    }

    private Reply unbounded(List<Claim> claims, int any, Limit limit) {
        return switch (solver.check(limit, any)) {
            case Satisfiability.Sat(var model) -> found(claims, new Evaluator(pool, model));
            case Satisfiability.Unsat _ -> new Reply.Nothing(OptionalInt.empty());
            case Satisfiability.Unknown(var reason) -> new Reply.Unknown(reason);
        };
    }

    /** Tells the solver what was added to the formula since the last question. */
    private void tell() {
        List<Integer> constraints = formula.constraints();
        for (; toldConstraints < constraints.size(); toldConstraints++) solver.add(constraints.get(toldConstraints));
        Precedence precedence = formula.precedence();
        if (toldEdges < precedence.edges()) solver.add(precedence.from(toldEdges));
        toldEdges = precedence.edges();
    }

    private Reply found(List<Claim> claims, Evaluator model) {
        for (Claim claim : claims) {
            if (model.isTrue(claim.term(formula))) return Reordering.of(program, formula, model, claim);
        }
        throw new IllegalStateException("a model in which no claim holds");
    }

    @Override
    public void close() {
        solver.close();
    }
}
