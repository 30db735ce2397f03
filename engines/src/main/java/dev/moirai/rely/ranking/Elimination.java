package dev.moirai.rely.ranking;

import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Row;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Eliminates equations: a column with coefficient one in an equation is replaced everywhere by the rest of the
 * equation. The remaining rows have the same integer solutions, with far fewer columns.
 */
public final class Elimination {
    private final Map<Long, Linear> replaced = new HashMap<>();
    private final List<Row> rows = new ArrayList<>();

    public Elimination(List<Row> all) {
        var equations = new ArrayList<Row>();
        for (Row row : all) {
            if (row.relation() == Row.Relation.ZERO) equations.add(row);
        }
        for (Row equation : equations) use(equation);
        for (Row row : all) {
            var left = new Row(value(row.expression()), row.relation());
            if (!left.isAlwaysTrue() && !rows.contains(left)) rows.add(left);
        }
    }

    private void use(Row equation) {
        Linear expression = value(equation.expression());
        Optional<Long> solved = expression.coefficients().entrySet().stream()
                .filter(entry -> entry.getValue().abs().equals(BigInteger.ONE))
                .map(Map.Entry::getKey)
                .max(Long::compare);
        if (solved.isEmpty()) return;
        long column = solved.get();
        BigInteger sign = expression.coefficient(column).negate();
        Linear rest = expression
                .minus(Linear.column(column).times(expression.coefficient(column)))
                .times(sign);
        replaced.replaceAll((_, by) -> by.substituted(c -> c == column ? rest : Linear.column(c)));
        replaced.put(column, rest);
    }

    /** The remaining rows. */
    public List<Row> rows() {
        return rows;
    }

    /** The same value in terms of the remaining columns. */
    public Linear value(Linear expression) {
        return expression.substituted(column -> replaced.getOrDefault(column, Linear.column(column)));
    }
}
