package dev.moirai.rely.refine;

import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Derivation;
import dev.moirai.rely.rule.Relation;
import dev.moirai.rely.transition.Row;
import java.util.List;
import java.util.Set;

/**
 * An abstract transition, or a set of states: a cube of predicates over a relation's parameters, and the facts it was
 * derived from.
 */
record Fact(Relation relation, Set<Row> cube, Clause clause, List<Fact> parents) {
    /** Whether the other fact stands for everything that this one does. */
    boolean isCoveredBy(Fact other) {
        return cube.containsAll(other.cube);
    }

    /** The tree of clause instances that derived this fact. */
    Derivation.Node tree() {
        var node = new Derivation.Node(clause);
        for (int i = 0; i < parents.size(); i++) node.premise(i, parents.get(i).tree());
        return node;
    }
}
