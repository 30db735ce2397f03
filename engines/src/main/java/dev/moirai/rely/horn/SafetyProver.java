package dev.moirai.rely.horn;

import dev.moirai.property.Reason;
import dev.moirai.rely.proof.ProofResult;
import dev.moirai.rely.proof.Rungs;
import dev.moirai.rely.proof.SafetyProof;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Exposure;
import dev.moirai.rely.rule.SafetyClauses;
import dev.moirai.rely.rule.SmtText;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.HornSolver;
import dev.moirai.solve.Limit;
import dev.moirai.solve.registry.Solvers;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;

/**
 * Proves that no assertion of a transition system fails, with Z3's Horn engine: modular first, then with what other
 * threads show. Claim: what is returned as proved satisfies the clauses; {@code Certificate} has another solver check
 * that.
 */
public final class SafetyProver {
    private final HornSolver horn = Solvers.horn();

    /** A proof, or why there is none. */
    public sealed interface Result {
        record Proved(SafetyProof proof) implements Result {}

        record Open(Reason reason) implements Result {}
    }

    /** Tries all rungs of the ladder until one has a proof, none is left to decide, or the limit is reached. */
    public Result prove(TransitionSystem system, Limit limit) {
        String why = "no rung of the ladder applies";
        var made = new EnumMap<Exposure, Optional<List<Clause>>>(Exposure.class);
        var rungs = new Rungs(SafetyClauses.RUNGS, limit, _ -> 1);
        while (rungs.hasNext()) {
            Rungs.Rung rung = rungs.next();
            Exposure exposure = rung.exposure();
            Optional<List<Clause>> clauses = made.computeIfAbsent(exposure, it -> SafetyClauses.of(system, it));
            if (clauses.isEmpty()) continue;
            switch (horn.solve(HornEngine.script(new SmtText(system), clauses.get()), rung.limit())) {
                case HornSolver.Outcome.Underivable(var relations) -> {
                    return new Result.Proved(new SafetyProof(system, exposure, clauses.get(), relations));
                }
                case HornSolver.Outcome.Derived _ ->
                    why = exposure == Exposure.FULL
                            ? "a run of the abstract program fails"
                            : "what threads know of each other does not suffice";
                case HornSolver.Outcome.Unknown(var reason) -> {
                    if (!rung.limit().isReached()) why = reason;
                }
            }
        }
        return new Result.Open(limit.isReached() ? ProofResult.Open.reason(limit) : Reason.undecided(why));
    }
}
