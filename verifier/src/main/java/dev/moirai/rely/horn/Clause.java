package dev.moirai.rely.horn;

import dev.moirai.rely.ranking.Rank;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.Transition;
import java.util.List;
import java.util.Optional;

/**
 * An instance of a premise of the rule: {@code body} and {@code rows} imply {@code head}; without a head, that one of the
 * {@code ranks} decreases from moment 0 to moment 1.
 *
 * @param premise which premise of the paper's rule it belongs to
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
}
