package dev.moirai.rely.refine;

import dev.moirai.rely.rule.Atom;
import dev.moirai.rely.rule.Clause;
import dev.moirai.rely.rule.SmtText;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.Limit;
import dev.moirai.solve.SmtSession;
import dev.moirai.solve.registry.Solvers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The abstraction function of the paper's section 4: for a clause and facts for its body, the strongest conjunction of
 * tracked predicates that the head must satisfy. Results are remembered.
 */
final class PredicateAbstraction implements AutoCloseable {
    private final SmtText text;
    private final Limit limit;
    private final SmtSession solver = Solvers.smtSession();
    private final Map<List<Object>, Known> known = new HashMap<>();

    private static final class Known {
        boolean possible = true;
        final Map<Row, Boolean> implied = new HashMap<>();
    }

    PredicateAbstraction(TransitionSystem system, Limit limit) {
        this.text = new SmtText(system);
        this.limit = limit;
    }

    /** The cube, or empty if the body cannot hold. */
    Optional<Set<Row>> of(Clause clause, List<Fact> body, List<Row> predicates) {
        var key = new ArrayList<Object>();
        key.add(clause.name());
        for (Fact fact : body) key.add(fact.cube());
        boolean first = !known.containsKey(key);
        Known answer = known.computeIfAbsent(key, _ -> new Known());
        if (!answer.possible) return Optional.empty();
        List<Row> open =
                predicates.stream().filter(p -> !answer.implied.containsKey(p)).toList();
        if (first || !open.isEmpty()) ask(clause, body, open, answer);
        if (!answer.possible) return Optional.empty();
        var cube = new LinkedHashSet<Row>();
        for (Row predicate : predicates) if (answer.implied.getOrDefault(predicate, false)) cube.add(predicate);
        return Optional.of(cube);
    }

    private void ask(Clause clause, List<Fact> body, List<Row> open, Known answer) {
        Atom head = clause.head().orElseThrow();
        var rows = new ArrayList<>(clause.rows());
        for (int i = 0; i < body.size(); i++)
            rows.addAll(applied(body.get(i).cube(), clause.body().get(i)));
        Set<Long> columns = new TreeSet<>(text.columns(clause));
        var script = new StringBuilder("(push 1)");
        for (long column : columns)
            script.append("(declare-const ").append(text.column(column)).append(" Int)");
        script.append("(assert ").append(text.rows(rows)).append(")(check-sat)\n");
        for (Row predicate : open) {
            Row there = applied(Set.of(predicate), head).getFirst();
            script.append("(push 1)(assert (not ").append(text.row(there)).append("))(check-sat)(pop 1)\n");
        }
        String[] answers = solver.execute(script.append("(pop 1)").toString(), limit)
                .strip()
                .split("\\s+");
        answer.possible = !answers[0].equals("unsat");
        for (int i = 0; i < open.size(); i++) {
            boolean implied = i + 1 < answers.length && answers[i + 1].equals("unsat");
            answer.implied.put(open.get(i), implied);
        }
    }

    /** The rows over a relation's parameters, with the columns that the atom applies it to. */
    static List<Row> applied(Set<Row> rows, Atom atom) {
        var by = new HashMap<Long, Long>();
        for (int i = 0; i < atom.columns().size(); i++) {
            by.put(atom.relation().parameters().get(i), atom.columns().get(i));
        }
        return rows.stream()
                .map(row -> {
                    Linear there = row.expression().renamed(column -> by.getOrDefault(column, column));
                    return row.relation() == Row.Relation.ZERO ? Row.zero(there) : Row.atLeastZero(there);
                })
                .toList();
    }

    @Override
    public void close() {
        solver.close();
    }
}
