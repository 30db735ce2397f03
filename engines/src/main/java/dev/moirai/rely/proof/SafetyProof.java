package dev.moirai.rely.proof;

import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Exposure;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.HornSolver.Interpretation;
import java.util.List;
import java.util.Map;

/**
 * A proof that no assertion fails: the premises, and what the relations in them mean.
 *
 * @param interpretations for each relation by name: parameters and formula
 */
public record SafetyProof(
        TransitionSystem system, Exposure exposure, List<Clause> clauses, Map<String, Interpretation> interpretations) {
    public SafetyProof {
        clauses = List.copyOf(clauses);
        interpretations = Map.copyOf(interpretations);
    }
}
