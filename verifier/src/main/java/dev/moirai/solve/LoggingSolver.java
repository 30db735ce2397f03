package dev.moirai.solve;

import java.util.Locale;
import java.util.function.Consumer;

/** Tells a line for every check. */
public final class LoggingSolver extends ForwardingSolver {
    private final Consumer<String> log;

    public LoggingSolver(Solver inner, Consumer<String> log) {
        super(inner);
        this.log = log;
    }

    @Override
    public Answer check(Limit limit, int... assumptions) {
        long start = System.nanoTime();
        Answer answer = super.check(limit, assumptions);
        String verdict = switch (answer) {
            case Answer.Sat _ -> "satisfiable";
            case Answer.Unsat(var core) ->
                assumptions.length == 0
                        ? "unsatisfiable"
                        : "unsatisfiable with " + core.size() + " of " + assumptions.length + " assumptions";
            case Answer.Unknown(var reason) -> "unknown: " + reason;
        };
        Statistics statistics = statistics();
        log.accept(String.format(
                Locale.ROOT,
                "%s: %s after %.3f s (%d terms, %d variables, %d clauses, %d conflicts)",
                name(),
                verdict,
                (System.nanoTime() - start) / 1e9,
                statistics.terms(),
                statistics.variables(),
                statistics.clauses(),
                statistics.conflicts()));
        return answer;
    }
}
