package dev.moirai.rely.rule;

import dev.moirai.rely.ranking.Rank;
import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Rows, atoms and clauses in SMT-LIB; variables keep their names as far as SMT-LIB allows. */
public final class SmtText {
    private static final List<String> MARKS = List.of("", "!", "!!", "!c");

    private final Map<Integer, String> names = new HashMap<>();

    public SmtText(TransitionSystem system) {
        Set<String> taken = new HashSet<>();
        for (Variable variable : system.variables()) {
            String name = variable.name().replaceAll("[^A-Za-z0-9]+", "_");
            if (name.isEmpty() || Character.isDigit(name.charAt(0))) name = "v" + name;
            // Avoids the upper-case names of relations and SMT-LIB's own words.
            name = "v_" + name;
            while (!taken.add(name)) name += "_";
            names.put(variable.index(), name);
        }
    }

    public String column(long column) {
        int moment = Column.moment(column);
        String mark = moment < MARKS.size() ? MARKS.get(moment) : "!" + moment;
        return names.get(Column.variable(column)) + mark;
    }

    public String linear(Linear linear) {
        if (linear.isConstant()) return number(linear.constant());
        var text = new StringBuilder("(+");
        linear.coefficients().forEach((column, coefficient) -> {
            if (coefficient.equals(BigInteger.ONE)) text.append(' ').append(column(column));
            else
                text.append(" (* ")
                        .append(number(coefficient))
                        .append(' ')
                        .append(column(column))
                        .append(')');
        });
        return text.append(' ').append(number(linear.constant())).append(')').toString();
    }

    private static String number(BigInteger value) {
        return value.signum() < 0 ? "(- " + value.negate() + ")" : value.toString();
    }

    public String row(Row row) {
        return "(" + (row.relation() == Row.Relation.ZERO ? "=" : ">=") + " " + linear(row.expression()) + " 0)";
    }

    public String rows(List<Row> rows) {
        return conjunction(rows.stream().map(this::row).toList());
    }

    public static String conjunction(List<String> parts) {
        return parts.isEmpty()
                ? "true"
                : parts.size() == 1 ? parts.getFirst() : "(and " + String.join(" ", parts) + ")";
    }

    public static String disjunction(List<String> parts) {
        return parts.isEmpty()
                ? "false"
                : parts.size() == 1 ? parts.getFirst() : "(or " + String.join(" ", parts) + ")";
    }

    public String atom(Atom atom) {
        if (atom.columns().isEmpty()) return atom.relation().name();
        return "(" + atom.relation().name() + " "
                + String.join(" ", atom.columns().stream().map(this::column).toList()) + ")";
    }

    /** The clause's body; for one without a head, also that no rank decreases. */
    public String body(Clause clause) {
        var parts = new ArrayList<String>();
        clause.body().forEach(atom -> parts.add(atom(atom)));
        clause.rows().forEach(row -> parts.add(row(row)));
        if (clause.head().isEmpty()) {
            for (Rank rank : clause.ranks()) parts.add("(not " + rows(rank.rows(0, 1)) + ")");
        }
        return conjunction(parts);
    }

    public Set<Long> columns(Clause clause) {
        var columns = new TreeSet<Long>();
        clause.body().forEach(atom -> columns.addAll(atom.columns()));
        clause.head().ifPresent(atom -> columns.addAll(atom.columns()));
        clause.rows()
                .forEach(row -> columns.addAll(row.expression().coefficients().keySet()));
        if (clause.head().isEmpty()) {
            for (Rank rank : clause.ranks()) {
                for (Row row : rank.rows(0, 1))
                    columns.addAll(row.expression().coefficients().keySet());
            }
        }
        return columns;
    }
}
