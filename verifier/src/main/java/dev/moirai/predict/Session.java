package dev.moirai.predict;

import dev.moirai.interpret.Machine;
import dev.moirai.logic.Evaluator;
import dev.moirai.logic.TermPool;
import dev.moirai.solve.Answer;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Solver;
import dev.moirai.solve.Solvers;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** A window's formula in a solver that learns from one question to the next. Used by one thread. */
final class Session implements AutoCloseable {
    sealed interface Reply {
        /** @param switches the context bound it was found with; none if without */
        record Found(Claim claim, List<Node> order, OptionalInt switches) implements Reply {}

        /** @param bound the context bound that was needed to say so; none if it holds without */
        record Nothing(OptionalInt bound) implements Reply {}

        record Unknown(String reason) implements Reply {}
    }

    /** Bounds that are tried before the question is asked without one. */
    private static final int FIRST_BOUNDS = 3;
    /** A smaller witness is looked for so long, bound by bound. */
    private static final Duration MOMENT = Duration.ofSeconds(1);

    private final TraceProgram program;
    private final Encoding encoding;
    private final TermPool pool = new TermPool();
    private final Solver solver;

    Session(
            TraceProgram program,
            Relevance relevance,
            Window window,
            Set<Node> points,
            Machine machine,
            String solverName) {
        this.program = program;
        this.encoding = new Encoding(program, relevance, window, points, pool, machine);
        this.solver = Solvers.checked(Solvers.named(solverName, pool));
        for (int constraint : encoding.constraints()) solver.add(constraint);
    }

    /** Whether one of the claims comes about, with as few context switches as can be. */
    Reply ask(List<Claim> claims, OptionalInt contextBound, Limit limit) {
        int any = TermPool.FALSE;
        for (Claim claim : claims) any = pool.or(any, claim.term(encoding));
        if (any == TermPool.FALSE) return new Reply.Nothing(OptionalInt.empty());
        if (contextBound.isPresent()) return ask(claims, any, contextBound.getAsInt(), limit);
        int most = encoding.mostSwitches();
        for (int bound = 0; bound < Math.min(FIRST_BOUNDS, most); bound++) {
            switch (ask(claims, any, bound, limit.within(MOMENT))) {
                case Reply.Nothing(var needed) when needed.isPresent() -> {}
                case Reply.Unknown _ when !limit.isReached() -> bound = FIRST_BOUNDS;
                case Reply reply -> {
                    return reply;
                }
            }
        }
        Reply unbounded = unbounded(claims, any, limit);
        if (!(unbounded instanceof Reply.Found)) return unbounded;
        for (int bound = FIRST_BOUNDS; bound < most; bound++) {
            Reply smaller = ask(claims, any, bound, limit.within(MOMENT));
            if (smaller instanceof Reply.Found) return smaller;
            if (smaller instanceof Reply.Unknown) break;
        }
        return unbounded;
    }

    private Reply ask(List<Claim> claims, int any, int bound, Limit limit) {
        int within = encoding.withSwitches(Math.min(bound, encoding.mostSwitches()));
        return switch (solver.check(limit, any, within)) {
            case Answer.Sat(var model) -> found(claims, new Evaluator(pool, model), OptionalInt.of(bound));
            case Answer.Unsat(var core) ->
                new Reply.Nothing(core.contains(within) ? OptionalInt.of(bound) : OptionalInt.empty());
            case Answer.Unknown(var reason) -> new Reply.Unknown(reason);
        };
    }

    private Reply unbounded(List<Claim> claims, int any, Limit limit) {
        return switch (solver.check(limit, any)) {
            case Answer.Sat(var model) -> found(claims, new Evaluator(pool, model), OptionalInt.empty());
            case Answer.Unsat _ -> new Reply.Nothing(OptionalInt.empty());
            case Answer.Unknown(var reason) -> new Reply.Unknown(reason);
        };
    }

    private Reply found(List<Claim> claims, Evaluator model, OptionalInt switches) {
        for (Claim claim : claims) {
            if (model.isTrue(claim.term(encoding))) {
                return new Reply.Found(claim, Reordering.of(program, encoding, model, claim), switches);
            }
        }
        throw new IllegalStateException("a model in which no claim holds");
    }

    @Override
    public void close() {
        solver.close();
    }
}
