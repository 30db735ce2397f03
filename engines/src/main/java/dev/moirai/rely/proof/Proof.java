package dev.moirai.rely.proof;

import dev.moirai.rely.ranking.Rank;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Exposure;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.HornSolver.Interpretation;
import java.util.List;
import java.util.Map;

/**
 * A proof that a thread makes only finitely many steps: the premises of the rule, their solution, and the ranks.
 *
 * @param interpretations for each relation by name: parameters and formula
 */
public record Proof(
        TransitionSystem system,
        int thread,
        String engine,
        Exposure exposure,
        List<Rank> ranks,
        List<Clause> clauses,
        Map<String, Interpretation> interpretations) {
    public Proof {
        ranks = List.copyOf(ranks);
        clauses = List.copyOf(clauses);
        interpretations = Map.copyOf(interpretations);
    }
}
