package dev.moirai.rely.refine;

import dev.moirai.rely.ranking.Rank;
import dev.moirai.rely.ranking.RankSynthesis;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.Relation;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import dev.moirai.solve.Limit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The last premise: for every tuple of abstract transitions, one for each view, some rank must fall (C6; with one view,
 * C6'). Every combination is checked, including transitions derived by different runs, because it is not known which of
 * them belong together. If part of a tuple has a rank, so have all tuples with that part.
 */
final class Tuples {
    private final TransitionSystem system;
    private final int target;
    private final Map<Relation, List<Fact>> facts;
    private final RankSynthesis synthesis;
    private final Map<Relation, List<Clause>> premises = new HashMap<>();
    private final Map<Set<Row>, Optional<Linear>> ranked = new HashMap<>();

    /** One fact for each atom of a premise. */
    record Tuple(Clause premise, List<Fact> facts) {}

    Tuples(TransitionSystem system, int target, List<Clause> clauses, Map<Relation, List<Fact>> facts, Limit limit) {
        this.system = system;
        this.target = target;
        this.facts = facts;
        this.synthesis = new RankSynthesis(limit);
        for (Clause clause : clauses) {
            if (clause.head().isPresent()) continue;
            clause.body()
                    .forEach(atom -> premises.computeIfAbsent(atom.relation(), _ -> new ArrayList<>())
                            .add(clause));
        }
    }

    /** A tuple with the fact for which there is no rank. */
    Optional<Tuple> broken(Fact fact) {
        for (Clause premise : premises.getOrDefault(fact.relation(), List.of())) {
            Optional<Tuple> broken =
                    broken(premise, order(premise, fact.relation()), List.of(fact), new LinkedHashSet<>());
            if (broken.isPresent()) return broken;
        }
        return Optional.empty();
    }

    /** The relations of a premise, with {@code first} in front. */
    private static List<Relation> order(Clause premise, Relation first) {
        Set<Relation> order = new LinkedHashSet<>(Set.of(first));
        premise.body().forEach(atom -> order.add(atom.relation()));
        return List.copyOf(order);
    }

    /** The ranks that cover all tuples. */
    List<Rank> ranks() {
        Set<Rank> ranks = new LinkedHashSet<>();
        premises.values().stream().flatMap(List::stream).distinct().forEach(premise -> {
            List<Relation> order = order(premise, premise.body().getFirst().relation());
            if (broken(premise, order, List.of(), ranks).isPresent()) {
                throw new IllegalStateException("a tuple without a rank in a proof");
            }
        });
        return List.copyOf(ranks);
    }

    /** @param chosen facts for the first relations of the order */
    private Optional<Tuple> broken(Clause premise, List<Relation> order, List<Fact> chosen, Set<Rank> used) {
        if (!chosen.isEmpty()) {
            Optional<Linear> rank = rank(premise, chosen);
            // A rank without variables means that the rows contradict each other.
            rank.filter(found -> !found.isConstant()).ifPresent(found -> used.add(new Rank(place(premise), found)));
            if (rank.isPresent()) return Optional.empty();
        }
        if (chosen.size() == order.size()) return Optional.of(tuple(premise, chosen));
        for (Fact fact : List.copyOf(facts.getOrDefault(order.get(chosen.size()), List.of()))) {
            var more = new ArrayList<>(chosen);
            more.add(fact);
            Optional<Tuple> broken = broken(premise, order, more, used);
            if (broken.isPresent()) return broken;
        }
        return Optional.empty();
    }

    private static Tuple tuple(Clause premise, List<Fact> chosen) {
        return new Tuple(
                premise,
                premise.body().stream()
                        .flatMap(atom ->
                                chosen.stream().filter(fact -> fact.relation().equals(atom.relation())))
                        .toList());
    }

    private Optional<Linear> rank(Clause premise, List<Fact> chosen) {
        Set<Row> rows = new LinkedHashSet<>();
        chosen.forEach(fact -> rows.addAll(fact.cube()));
        return ranked.computeIfAbsent(rows, _ -> synthesis.rank(List.copyOf(rows), variables(premise), 0, 1));
    }

    List<Variable> variables(Clause premise) {
        return RankSynthesis.preferred(premise.ranked(system));
    }

    private int place(Clause premise) {
        List<Integer> places = premise.body().getFirst().relation().places();
        return places.size() == 1 ? places.getFirst() : places.get(target);
    }
}
