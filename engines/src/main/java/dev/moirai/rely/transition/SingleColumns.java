package dev.moirai.rely.transition;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rows about one column each: the cheapest way to see that no values satisfy all rows. */
final class SingleColumns {
    private final Map<Long, BigInteger> least = new HashMap<>();
    private final Map<Long, BigInteger> most = new HashMap<>();

    private SingleColumns() {}

    /** Whether some row is never true, or two rows set limits to one column that exclude each other. */
    static boolean contradict(List<Row> rows) {
        var limits = new SingleColumns();
        for (Row row : rows) {
            if (row.isAlwaysFalse()) return true;
            if (row.expression().coefficients().size() == 1) limits.add(row);
        }
        return limits.least.entrySet().stream().anyMatch(it -> {
            BigInteger above = limits.most.get(it.getKey());
            return above != null && above.compareTo(it.getValue()) < 0;
        });
    }

    private void add(Row row) {
        long column = row.expression().coefficients().keySet().iterator().next();
        BigInteger factor = row.expression().coefficient(column);
        // Other factors have been divided out, or are left to solvers.
        if (!factor.abs().equals(BigInteger.ONE)) return;
        BigInteger limit = row.expression().constant().negate().multiply(factor);
        boolean isEqual = row.relation() == Row.Relation.ZERO;
        if (isEqual || factor.signum() > 0) least.merge(column, limit, BigInteger::max);
        if (isEqual || factor.signum() < 0) most.merge(column, limit, BigInteger::min);
    }
}
