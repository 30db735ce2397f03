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
 * The transition predicates tracked so far: inequalities over a relation's parameters. As in the paper there is one set for
 * the states of each thread, one for its runs and one for its effects on each other thread, whatever the place. What is asked
 * of states is asked of those that runs lead to as well: an invariant alone is easier to keep than its sum with a rank, which
 * is what Farkas' lemma gives.
 */
final class Predicates {
    private record Owner(Relation.Kind kind, int thread, int viewer) {
        static Owner of(Relation relation) {
            return new Owner(relation.kind(), relation.thread(), relation.viewer());
        }
    }

    private final Map<Owner, Set<Row>> byOwner = new HashMap<>();

    /** Whether it is new. */
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

    /** Those that speak of the relation's parameters only. */
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
