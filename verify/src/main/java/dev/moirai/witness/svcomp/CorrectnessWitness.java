package dev.moirai.witness.svcomp;

import dev.moirai.property.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * That a program was proved. It names no invariants: the engines search all interleavings, or refute a formula, and have none
 * that the formats could express. A validator has to find its own.
 */
public record CorrectnessWitness(WitnessOrigin origin) {
    /** The lines of a specification that is proved if these properties are; none if the competition has no such goal. */
    public static Optional<String> goal(Set<Property> proved) {
        List<String> lines = new ArrayList<>();
        for (Specification.Goal goal : Specification.Goal.values()) {
            if (goal.property().filter(proved::contains).isPresent()) lines.add(goal.line());
        }
        return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", lines));
    }
}
