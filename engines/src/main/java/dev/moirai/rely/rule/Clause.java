package dev.moirai.rely.rule;

import dev.moirai.rely.ranking.Rank;
import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import java.util.List;
import java.util.Optional;

/**
 * An instance of a premise of the rule: {@code body} and {@code rows} imply {@code head}; without a head, they imply
 * that one of the {@code ranks} decreases from moment 0 to moment 1.
 *
 * @param premise the name of the premise in the paper's rule
 * @param transition the step it is about, if it is about one
 */
public record Clause(
        String name,
        String premise,
        List<Atom> body,
        List<Row> rows,
        Optional<Atom> head,
        List<Rank> ranks,
        Optional<Transition> transition) {
    public Clause {
        body = List.copyOf(body);
        rows = List.copyOf(rows);
        ranks = List.copyOf(ranks);
    }

    /** For a premise without a head: the variables that a rank may use, which some atom has both before and after. */
    public List<Variable> ranked(TransitionSystem system) {
        return system.variables().stream()
                .filter(v -> body.stream()
                        .anyMatch(atom -> atom.relation().parameters().contains(Column.of(v, Column.NOW))
                                && atom.relation().parameters().contains(Column.of(v, Column.NEXT))))
                .toList();
    }
}
