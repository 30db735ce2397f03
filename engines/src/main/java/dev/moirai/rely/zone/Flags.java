package dev.moirai.rely.zone;

import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.Start;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import java.math.BigInteger;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The variables whose values are told apart: bits, and those that are only ever set to one of a few constants, directly
 * or by copying another such variable.
 */
final class Flags {
    private static final int MOST_VALUES = 8;
    private static final BigInteger WIDEST = BigInteger.valueOf(3);

    /** How many variables count as flags. */
    enum Fineness {
        /** Bits of locks, threads and ownership. */
        COARSE,
        /** Also variables of the program that have few values. */
        FINE
    }

    private final TransitionSystem system;
    private final Map<Integer, Set<BigInteger>> values = new HashMap<>();
    private final BitSet many = new BitSet();

    private Flags(TransitionSystem system) {
        this.system = system;
    }

    static BitSet of(TransitionSystem system, Fineness fineness) {
        var flags = new BitSet();
        if (fineness == Fineness.COARSE) {
            for (Variable variable : system.variables()) {
                boolean own = variable.role() != Variable.Role.DATA && variable.role() != Variable.Role.CHOICE;
                if (own && isNarrow(variable.range())) flags.set(variable.index());
            }
            return flags;
        }
        var analysis = new Flags(system);
        analysis.run();
        for (Variable variable : system.variables()) {
            if (!analysis.many.get(variable.index())) flags.set(variable.index());
        }
        return flags;
    }

    private static boolean isNarrow(Optional<Variable.Range> range) {
        return range.flatMap(it -> it.most().map(most -> most.subtract(it.least())))
                .filter(width -> width.compareTo(WIDEST) <= 0)
                .isPresent();
    }

    private void run() {
        for (Variable variable : system.variables()) {
            if (isNarrow(variable.range())) continue;
            values.put(variable.index(), new HashSet<>());
            if (variable.role() == Variable.Role.CHOICE) many.set(variable.index());
            else if (variable.isGlobal()) atStart(variable);
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (ThreadSystem thread : system.threads()) {
                for (Transition t : thread.transitions()) {
                    for (int variable : t.written()) changed |= written(t, variable);
                }
            }
        }
    }

    private void atStart(Variable variable) {
        for (Start start : system.starts()) {
            boolean known = start.rows().stream()
                    .anyMatch(row -> constant(row, Column.of(variable, Column.NOW))
                            .map(value -> add(variable.index(), Set.of(value)))
                            .isPresent());
            if (!known) many.set(variable.index());
        }
    }

    private static Optional<BigInteger> constant(Row row, long column) {
        BigInteger factor = row.expression().coefficient(column);
        boolean defines = row.relation() == Row.Relation.ZERO
                && row.expression().coefficients().size() == 1
                && factor.abs().equals(BigInteger.ONE);
        return defines ? Optional.of(row.expression().constant().negate().multiply(factor)) : Optional.empty();
    }

    private boolean written(Transition t, int variable) {
        if (many.get(variable) || !values.containsKey(variable)) return false;
        long next = Column.of(variable, Column.NEXT);
        for (Row row : t.rows()) {
            if (row.relation() != Row.Relation.ZERO) continue;
            if (!row.expression().coefficient(next).abs().equals(BigInteger.ONE)) continue;
            Linear value = row.expression().coefficient(next).signum() > 0
                    ? row.expression().minus(Linear.column(next)).negated()
                    : row.expression().plus(Linear.column(next));
            if (value.isConstant()) return add(variable, Set.of(value.constant()));
            Optional<Integer> copied = copied(value);
            if (copied.isPresent()) return copy(variable, copied.get());
        }
        many.set(variable);
        return true;
    }

    private static Optional<Integer> copied(Linear value) {
        if (value.coefficients().size() != 1 || value.constant().signum() != 0) return Optional.empty();
        var entry = value.coefficients().entrySet().iterator().next();
        return entry.getValue().equals(BigInteger.ONE)
                ? Optional.of(Column.variable(entry.getKey()))
                : Optional.empty();
    }

    private boolean copy(int variable, int from) {
        if (many.get(from)) {
            many.set(variable);
            return true;
        }
        if (!values.containsKey(from)) {
            // A bit has these values, whatever they are by its type.
            Variable.Range range = system.variable(from).range().orElseThrow();
            var all = new HashSet<BigInteger>();
            BigInteger most = range.most().orElseThrow();
            for (BigInteger v = range.least(); v.compareTo(most) <= 0; v = v.add(BigInteger.ONE)) all.add(v);
            return add(variable, all);
        }
        return add(variable, values.get(from));
    }

    private boolean add(int variable, Set<BigInteger> more) {
        Set<BigInteger> known = values.get(variable);
        if (known == null || many.get(variable) || !known.addAll(more)) return false;
        if (known.size() > MOST_VALUES) many.set(variable);
        return true;
    }
}
