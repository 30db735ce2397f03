package dev.moirai.rely.zone;

import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Where the program compares a shared number with constants: what holds below such a constant is told apart from what
 * holds above it.
 */
final class Cuts {
    private static final int MOST = 6;
    private static final long[] NOWHERE = {};

    private final Map<Integer, long[]> byVariable = new HashMap<>();

    static final Cuts NONE = new Cuts();

    private Cuts() {}

    static Cuts of(TransitionSystem system) {
        Map<Integer, TreeSet<Long>> found = new HashMap<>();
        for (ThreadSystem thread : system.threads()) {
            for (Transition t : thread.transitions()) t.rows().forEach(row -> compared(system, row, found));
        }
        var cuts = new Cuts();
        found.forEach((variable, at) -> {
            if (at.size() <= MOST) {
                cuts.byVariable.put(
                        variable, at.stream().mapToLong(Long::longValue).toArray());
            }
        });
        return cuts;
    }

    private static void compared(TransitionSystem system, Row row, Map<Integer, TreeSet<Long>> found) {
        if (row.expression().coefficients().size() != 1) return;
        var entry = row.expression().coefficients().entrySet().iterator().next();
        int variable = Column.variable(entry.getKey());
        boolean shared =
                Column.moment(entry.getKey()) == Column.NOW && system.globals().contains(system.variable(variable));
        BigInteger factor = entry.getValue();
        BigInteger value = row.expression().constant().negate().multiply(factor);
        if (!shared || !factor.abs().equals(BigInteger.ONE) || value.bitLength() > 60) return;
        var cuts = found.computeIfAbsent(variable, _ -> new TreeSet<>());
        long constant = value.longValueExact();
        if (row.relation() == Row.Relation.ZERO || factor.signum() > 0) cuts.add(constant);
        if (row.relation() == Row.Relation.ZERO || factor.signum() < 0) cuts.add(constant + 1);
    }

    /** The least values of the variable's parts but the first, in order. */
    long[] of(int variable) {
        return byVariable.getOrDefault(variable, NOWHERE);
    }

    /** The number of the part that a value is in. */
    int part(int variable, long value) {
        int at = Arrays.binarySearch(of(variable), value);
        return at >= 0 ? at + 1 : -at - 1;
    }
}
