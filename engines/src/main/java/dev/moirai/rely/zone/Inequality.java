package dev.moirai.rely.zone;

import dev.moirai.rely.transition.Row;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A sum of multiples of columns that is at least zero, as it tightens a zone. */
final class Inequality {
    private final int[] columns;
    private final long[] factors;
    private final long constant;

    private Inequality(int[] columns, long[] factors, long constant) {
        this.columns = columns;
        this.factors = factors;
        this.constant = constant;
    }

    /** The inequalities of a row; none where its numbers are too large, which only loses what it says. */
    static List<Inequality> of(Row row, Map<Long, Integer> index) {
        var result = new ArrayList<Inequality>();
        boolean both = row.relation() == Row.Relation.ZERO;
        of(row.expression().coefficients(), row.expression().constant(), index).ifPresent(result::add);
        if (both) {
            var opposite = row.expression().negated();
            of(opposite.coefficients(), opposite.constant(), index).ifPresent(result::add);
        }
        return result;
    }

    private static Optional<Inequality> of(
            Map<Long, BigInteger> coefficients, BigInteger constant, Map<Long, Integer> index) {
        var columns = new int[coefficients.size()];
        var factors = new long[coefficients.size()];
        int at = 0;
        for (var entry : coefficients.entrySet()) {
            if (entry.getValue().bitLength() > 40) return Optional.empty();
            columns[at] = Objects.requireNonNull(index.get(entry.getKey()));
            factors[at++] = entry.getValue().longValueExact();
        }
        if (constant.bitLength() > 60) return Optional.empty();
        return Optional.of(new Inequality(columns, factors, constant.longValueExact()));
    }

    /** The largest value that a term can have, or {@link Zone#NONE}. */
    private long most(Zone zone, int i) {
        long bound = factors[i] > 0 ? zone.high(columns[i]) : zone.low(columns[i]);
        if (Math.abs(bound) >= Zone.NONE) return Zone.NONE;
        long overflow = Math.multiplyHigh(factors[i], bound);
        long product = factors[i] * bound;
        boolean fits = overflow == product >> 63 && Math.abs(product) < Zone.NONE;
        return fits ? product : Zone.NONE;
    }

    Zone.Change tighten(Zone zone) {
        if (columns.length == 0) return constant >= 0 ? Zone.Change.NOTHING : Zone.Change.EMPTY;
        int unbounded = 0;
        long sum = constant;
        var terms = new long[columns.length];
        for (int i = 0; i < columns.length; i++) {
            terms[i] = most(zone, i);
            if (terms[i] == Zone.NONE) unbounded++;
            else sum += terms[i];
        }
        if (Math.abs(sum) >= Zone.NONE) return Zone.Change.NOTHING;
        if (unbounded == 0 && sum < 0) return Zone.Change.EMPTY;
        Zone.Change change = Zone.Change.NOTHING;
        for (int i = 0; i < columns.length; i++) {
            boolean otherwiseBounded = unbounded == 0 || unbounded == 1 && terms[i] == Zone.NONE;
            if (!otherwiseBounded) continue;
            long rest = terms[i] == Zone.NONE ? sum : sum - terms[i];
            Zone.Change one = factors[i] > 0
                    ? zone.atLeast(columns[i], Math.ceilDiv(-rest, factors[i]))
                    : zone.atMost(columns[i], Math.floorDiv(rest, -factors[i]));
            if (one == Zone.Change.EMPTY) return one;
            if (one == Zone.Change.SMALLER) change = one;
        }
        return columns.length > 1 && compare(zone, terms, sum, unbounded) ? Zone.Change.SMALLER : change;
    }

    /** What the rest of the sum leaves for the difference of two columns. */
    private boolean compare(Zone zone, long[] terms, long sum, int unbounded) {
        boolean changed = false;
        for (int i = 0; i < columns.length; i++) {
            if (factors[i] <= 0 || zone.shape().rank(columns[i]) == 0) continue;
            for (int j = 0; j < columns.length; j++) {
                if (factors[j] != -factors[i] || zone.shape().rank(columns[j]) == 0) continue;
                int inside = (terms[i] == Zone.NONE ? 1 : 0) + (terms[j] == Zone.NONE ? 1 : 0);
                if (unbounded > inside) continue;
                long rest = sum - (terms[i] == Zone.NONE ? 0 : terms[i]) - (terms[j] == Zone.NONE ? 0 : terms[j]);
                long bound = Math.floorDiv(rest, factors[i]);
                if (zone.differenceAtMost(columns[j], columns[i], bound) == Zone.Change.SMALLER) changed = true;
            }
        }
        return changed;
    }
}
