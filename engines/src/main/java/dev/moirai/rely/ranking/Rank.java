package dev.moirai.rely.ranking;

import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Row;
import java.util.List;

/**
 * A well-founded relation on the integers: {@code expression}, over {@link Column#NOW}, is at least zero before and
 * smaller afterwards. It concerns the states in which a thread leaves the loop head at {@code location}.
 */
public record Rank(int location, Linear expression) {
    /** The relation between two moments, as rows. */
    public List<Row> rows(int before, int after) {
        Linear now = expression.renamed(column -> Column.of(Column.variable(column), before));
        Linear then = expression.renamed(column -> Column.of(Column.variable(column), after));
        return List.of(Row.atLeastZero(now), Row.atLeastZero(now.minus(then).plus(-1)));
    }
}
