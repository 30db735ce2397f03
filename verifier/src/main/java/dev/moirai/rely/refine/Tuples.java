package dev.moirai.rely.refine;

import dev.moirai.rely.horn.Clause;
import dev.moirai.rely.horn.Relation;
import dev.moirai.rely.ranking.Rank;
import dev.moirai.rely.ranking.RankSynthesis;
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
 * The last premise: of every tuple of abstract transitions, one for each view, some rank must fall (C6; with one view, C6').
 * Every combination is asked about, also of transitions that came about by different runs: which of them fit together is not
 * known. A part of a tuple that has a rank speaks for all tuples with that part.
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
            var known = new Fact[premise.body().size()];
            for (int i = 0; i < known.length; i++) {
                if (premise.body().get(i).relation().equals(fact.relation())) known[i] = fact;
            }
            Optional<Tuple> broken = broken(premise, known, fact.cube(), new LinkedHashSet<>());
            if (broken.isPresent()) return broken;
        }
        return Optional.empty();
    }

    /** The ranks by which all tuples are covered. */
    List<Rank> ranks() {
        Set<Rank> ranks = new LinkedHashSet<>();
        premises.values().stream().flatMap(List::stream).distinct().forEach(premise -> {
            var none = new Fact[premise.body().size()];
            if (broken(premise, none, Set.of(), ranks).isPresent()) {
                throw new IllegalStateException("a tuple without a rank in a proof");
            }
        });
        return List.copyOf(ranks);
    }

    private Optional<Tuple> broken(Clause premise, Fact[] known, Set<Row> rows, Set<Rank> used) {
        Optional<Linear> rank = rows.isEmpty() ? Optional.empty() : rank(premise, rows);
        if (rank.isPresent()) {
            // Without a variable in it, it says that the rows contradict each other.
            if (!rank.get().isConstant()) used.add(new Rank(place(premise), rank.get()));
            return Optional.empty();
        }
        int open = 0;
        while (open < known.length && known[open] != null) open++;
        if (open == known.length) return Optional.of(new Tuple(premise, List.of(known)));
        Relation view = premise.body().get(open).relation();
        for (Fact fact : List.copyOf(facts.getOrDefault(view, List.of()))) {
            Fact[] more = known.clone();
            more[open] = fact;
            Set<Row> all = new LinkedHashSet<>(rows);
            all.addAll(fact.cube());
            Optional<Tuple> broken = broken(premise, more, all, used);
            if (broken.isPresent()) return broken;
        }
        return Optional.empty();
    }

    private Optional<Linear> rank(Clause premise, Set<Row> rows) {
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
