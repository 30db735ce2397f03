package dev.moirai.solve;

import java.util.List;
import java.util.Map;

/**
 * Decides recursive Horn clauses over integers. Clauses come as text: {@code declare-rel}, {@code declare-var}, named {@code
 * rule}s and one {@code query}.
 */
public interface HornSolver {
    Outcome solve(String clauses, Limit limit);

    sealed interface Outcome {
        /** The query cannot be derived: each relation by the parameters and the formula that define it. */
        record Underivable(Map<String, Interpretation> relations) implements Outcome {}

        /**
         * It can: the rules of a derivation, breadth first from the query, the premises of each in the order of its body.
         * A premise that is always true may be missing; {@code premises} are the relations that are there.
         */
        record Derived(List<Use> rules) implements Outcome {}

        record Unknown(String reason) implements Outcome {}
    }

    /** A relation's meaning. */
    record Interpretation(List<String> parameters, SExpression formula) {}

    /** One use of a rule in a derivation. */
    record Use(String rule, List<String> premises) {}
}
