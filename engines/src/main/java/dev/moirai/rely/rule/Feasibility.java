package dev.moirai.rely.rule;

import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import dev.moirai.solve.Limit;
import dev.moirai.solve.SmtSession;
import dev.moirai.solve.registry.Solvers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Drops transitions that no values of the variables' types allow, such as an unsigned number that wraps below zero from one. */
final class Feasibility {
    private Feasibility() {}

    static TransitionSystem prune(TransitionSystem system, Limit limit) {
        var text = new SmtText(system);
        var threads = new ArrayList<ThreadSystem>();
        try (var solver = Solvers.smtSession()) {
            for (ThreadSystem thread : system.threads()) {
                List<Transition> possible = thread.transitions().stream()
                        .filter(t -> isPossible(system, t, text, solver, limit))
                        .toList();
                threads.add(new ThreadSystem(
                        thread.name(), thread.number(), thread.copies(), thread.start(), thread.locations(), possible));
            }
        }
        return new TransitionSystem(
                system.file(),
                system.variables(),
                threads,
                system.starts(),
                system.abstractions(),
                system.assumptions());
    }

    private static boolean isPossible(
            TransitionSystem system, Transition t, SmtText text, SmtSession solver, Limit limit) {
        if (t.rows().size() < 2) return true;
        Set<Long> columns = new HashSet<>();
        for (Row row : t.rows()) columns.addAll(row.expression().coefficients().keySet());
        var rows = new ArrayList<>(t.rows());
        for (long column : columns) {
            Variable variable = system.variable(Column.variable(column));
            rows.addAll(system.ranges(List.of(variable), Column.moment(column)));
        }
        var script = new StringBuilder("(push 1)");
        for (long column : columns)
            script.append("(declare-const ").append(text.column(column)).append(" Int)");
        script.append("(assert ").append(text.rows(rows)).append(")(check-sat)(pop 1)");
        return !solver.execute(script.toString(), limit).strip().equals("unsat");
    }
}
