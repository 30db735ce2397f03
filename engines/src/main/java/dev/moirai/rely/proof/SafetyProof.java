package dev.moirai.rely.proof;

import dev.moirai.property.Property;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Exposure;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.HornSolver.Interpretation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A proof that nothing asked about is violated: the premises, and what the relations in them mean.
 *
 * @param interpretations for each relation by name: parameters and formula
 * @param order what threads wait for, if they wait for it in an order: see {@code rely.rule.WaitOrder}
 */
public record SafetyProof(
        TransitionSystem system,
        Set<Property> properties,
        Exposure exposure,
        List<Clause> clauses,
        Map<String, Interpretation> interpretations,
        List<String> order) {
    public SafetyProof {
        order = List.copyOf(order);
        clauses = List.copyOf(clauses);
        interpretations = Map.copyOf(interpretations);
    }

    /** A proof that needs no order. */
    public SafetyProof(
            TransitionSystem system,
            Set<Property> properties,
            Exposure exposure,
            List<Clause> clauses,
            Map<String, Interpretation> interpretations) {
        this(system, properties, exposure, clauses, interpretations, List.of());
    }

    /** What is proved, in words. */
    public String claim() {
        if (properties.contains(Property.DEADLOCK)) return deadlockFree();
        var claims = new ArrayList<String>();
        if (properties.contains(Property.ASSERTION)) claims.add("no assertion can fail");
        if (properties.contains(Property.DIVISION)) claims.add("every division has a result");
        if (properties.contains(Property.LOCK_MISUSE)) claims.add("nothing of the thread library is misused");
        if (properties.contains(Property.MEMORY)) claims.add("every access is to memory that is there");
        if (properties.contains(Property.DATA_RACE)) claims.add("no two threads can race");
        return String.join(", ", claims);
    }

    private String deadlockFree() {
        String claim = "no deadlock is possible";
        return order.isEmpty()
                ? claim
                : claim + ": who waits holds only what comes before in this order: " + String.join(", ", order);
    }
}
