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
        /** The query cannot be derived; {@code relations} gives each relation's definition by its name. */
        record Underivable(Map<String, Interpretation> relations) implements Outcome {}

        /**
         * The query can be derived: the rules of a derivation, breadth first from the query, the premises of each in
         * the order of its body. A premise that is always true may be missing; {@link Use#premises} names those that
         * are present.
         */
        record Derived(List<Use> rules) implements Outcome {}

        record Unknown(String reason) implements Outcome {}
    }

    /** The definition of a relation. */
    record Interpretation(List<String> parameters, SExpression formula) {}

    /** One use of a rule in a derivation. */
    record Use(String rule, List<String> premises) {}
}
