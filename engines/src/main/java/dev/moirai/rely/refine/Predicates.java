package dev.moirai.rely.refine;

import dev.moirai.rely.rule.Relation;
import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Row;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The transition predicates tracked so far: inequalities over a relation's parameters. As in the paper there is one set
 * for the states of each thread, one for its runs and one for its effects on each other thread, whatever the place.
 * Predicates on states are also tracked for the states that runs lead to: an invariant alone is easier to preserve than
 * its sum with a rank, which is what Farkas' lemma gives.
 */
final class Predicates {
    private record Owner(Relation.Kind kind, int thread, int viewer) {
        static Owner of(Relation relation) {
            return new Owner(relation.kind(), relation.thread(), relation.viewer());
        }
    }

    private final Map<Owner, Set<Row>> byOwner = new HashMap<>();

    /** Returns whether the predicate is new. */
    boolean add(Relation relation, Row predicate) {
        if (predicate.isAlwaysTrue() || predicate.isAlwaysFalse()) return false;
        if (relation.kind() == Relation.Kind.STATES) {
            var runs = new Owner(Relation.Kind.RUNS, relation.thread(), relation.viewer());
            add(runs, predicate.renamed(column -> Column.of(Column.variable(column), Column.NEXT)));
        }
        return add(Owner.of(relation), predicate);
    }

    private boolean add(Owner owner, Row predicate) {
        return byOwner.computeIfAbsent(owner, _ -> new LinkedHashSet<>()).add(predicate);
    }

    /** The predicates that only mention the relation's parameters. */
    List<Row> of(Relation relation) {
        return byOwner.getOrDefault(Owner.of(relation), Set.of()).stream()
                .filter(row -> relation.parameters()
                        .containsAll(row.expression().coefficients().keySet()))
                .toList();
    }

    int size() {
        return byOwner.values().stream().mapToInt(Set::size).sum();
    }
}
