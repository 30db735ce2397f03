package dev.moirai.rely.horn;

import dev.moirai.property.Reason;
import dev.moirai.rely.proof.ProofResult;
import dev.moirai.rely.proof.SafetyProof;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Exposure;
import dev.moirai.rely.rule.SafetyClauses;
import dev.moirai.rely.rule.SmtText;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.HornSolver;
import dev.moirai.solve.Limit;
import dev.moirai.solve.registry.Solvers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;

/**
 * Proves that no assertion of a transition system fails, with Z3's Horn engine: modular first, then with what other
 * threads show. Claim: what is returned as proved satisfies the clauses; {@code Certificate} has another solver check
 * that.
 */
public final class SafetyProver {
    private static final Duration FIRST_ON_A_RUNG = Duration.ofMillis(1500);
    private static final int LONGER = 4;

    private final HornSolver horn = Solvers.horn();

    /** A proof, or why there is none. */
    public sealed interface Result {
        record Proved(SafetyProof proof) implements Result {}

        record Open(Reason reason) implements Result {}
    }

    /** Tries all rungs again and again, with more time each time, until each is decided or the limit is reached. */
    public Result prove(TransitionSystem system, Limit limit) {
        String why = "no rung of the ladder applies";
        List<Exposure> rungs = SafetyClauses.RUNGS;
        var made = new EnumMap<Exposure, Optional<List<Clause>>>(Exposure.class);
        for (Duration time = FIRST_ON_A_RUNG; !rungs.isEmpty(); time = time.multipliedBy(LONGER)) {
            var again = new ArrayList<Exposure>();
            for (Exposure exposure : rungs) {
                Optional<List<Clause>> clauses = made.computeIfAbsent(exposure, rung -> SafetyClauses.of(system, rung));
                if (clauses.isEmpty()) continue;
                Limit here = limit.within(time);
                switch (horn.solve(HornEngine.script(new SmtText(system), clauses.get()), here)) {
                    case HornSolver.Outcome.Underivable(var relations) -> {
                        return new Result.Proved(new SafetyProof(system, exposure, clauses.get(), relations));
                    }
                    case HornSolver.Outcome.Derived _ ->
                        why = exposure == Exposure.FULL
                                ? "a run of the abstract program fails"
                                : "what threads know of each other does not suffice";
                    case HornSolver.Outcome.Unknown(var reason) -> {
                        if (limit.isReached()) return new Result.Open(ProofResult.Open.reason(limit));
                        if (here.isReached()) again.add(exposure);
                        else why = reason;
                    }
                }
            }
            rungs = again;
        }
        return new Result.Open(Reason.undecided(why));
    }
}
