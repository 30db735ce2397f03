package dev.moirai.rely.rule;

import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.solve.Limit;
import dev.moirai.solve.SmtSession;
import dev.moirai.solve.registry.Solvers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Decides whether rows can hold together, for values of the variables' types. */
final class RowSolver implements AutoCloseable {
    private final TransitionSystem system;
    private final Limit limit;
    private final SmtText text;
    private final SmtSession solver = Solvers.smtSession();

    RowSolver(TransitionSystem system, Limit limit) {
        this.system = system;
        this.limit = limit;
        this.text = new SmtText(system);
    }

    /** True if that is not certain. */
    boolean maySatisfy(List<Row> rows) {
        Set<Long> columns = new HashSet<>();
        for (Row row : rows) columns.addAll(row.expression().coefficients().keySet());
        var all = new ArrayList<>(rows);
        for (long column : columns) {
            all.addAll(system.ranges(List.of(system.variable(Column.variable(column))), Column.moment(column)));
        }
        var script = new StringBuilder("(push 1)");
        for (long column : columns)
            script.append("(declare-const ").append(text.column(column)).append(" Int)");
        script.append("(assert ").append(text.rows(all)).append(")(check-sat)(pop 1)");
        return !solver.execute(script.toString(), limit).strip().equals("unsat");
    }

    @Override
    public void close() {
        solver.close();
    }
}
