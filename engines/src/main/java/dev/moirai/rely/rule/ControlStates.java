package dev.moirai.rely.rule;

import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.Start;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The combinations of places at which all threads can stand, found by following only control and the variables that are
 * bits (locks, flags of the model): an over-approximation that captures mutual exclusion.
 */
final class ControlStates {
    private static final int MOST = 4_000;

    private final TransitionSystem system;
    private final List<Variable> bits = new ArrayList<>();
    private final Set<List<Integer>> states = new LinkedHashSet<>();

    /** The locations of all threads, then the bits: 0, 1, or -1 for either. */
    private record Node(List<Integer> locations, List<Integer> values) {}

    private ControlStates(TransitionSystem system) {
        this.system = system;
        for (Variable variable : system.variables()) {
            boolean bit = variable.range()
                    .flatMap(Variable.Range::most)
                    .filter(BigInteger.ONE::equals)
                    .isPresent();
            if (bit && variable.role() != Variable.Role.CHOICE) bits.add(variable);
        }
    }

    /** Empty if there are too many. */
    static Optional<Set<List<Integer>>> of(TransitionSystem system) {
        var control = new ControlStates(system);
        return control.explore() ? Optional.of(control.states) : Optional.empty();
    }

    private boolean explore() {
        var seen = new LinkedHashSet<Node>();
        var pending = new ArrayDeque<Node>();
        for (Start start : system.starts()) {
            var values = new ArrayList<Integer>();
            for (Variable bit : bits)
                values.add(constant(start.rows(), bit, Column.NOW).orElse(-1));
            var node = new Node(start.locations(), values);
            if (seen.add(node)) pending.add(node);
        }
        while (!pending.isEmpty()) {
            Node node = pending.poll();
            states.add(node.locations());
            if (seen.size() > MOST) return false;
            for (ThreadSystem thread : system.threads()) {
                for (Transition t : thread.from(node.locations().get(thread.number()))) {
                    step(node, t).ifPresent(next -> {
                        if (seen.add(next)) pending.add(next);
                    });
                }
            }
        }
        return true;
    }

    private Optional<Node> step(Node node, Transition t) {
        Map<Integer, Integer> known = new HashMap<>();
        for (int i = 0; i < bits.size(); i++)
            known.put(bits.get(i).index(), node.values().get(i));
        for (Row row : t.rows()) {
            if (row.expression().coefficients().size() != 1) continue;
            long column = row.expression().coefficients().keySet().iterator().next();
            Integer value = known.get(Column.variable(column));
            if (Column.moment(column) != Column.NOW || value == null) continue;
            boolean zero = admits(row, column, 0) && value != 1;
            boolean one = admits(row, column, 1) && value != 0;
            if (!zero && !one) return Optional.empty();
            known.put(Column.variable(column), zero && one ? -1 : zero ? 0 : 1);
        }
        var values = new ArrayList<Integer>();
        for (Variable bit : bits) {
            values.add(
                    t.written().contains(bit.index())
                            ? constant(t.rows(), bit, Column.NEXT).orElse(-1)
                            : known.get(bit.index()));
        }
        var locations = new ArrayList<>(node.locations());
        locations.set(t.thread(), t.target());
        return Optional.of(new Node(locations, values));
    }

    private static boolean admits(Row row, long column, int value) {
        BigInteger left = row.expression()
                .coefficient(column)
                .multiply(BigInteger.valueOf(value))
                .add(row.expression().constant());
        return row.relation() == Row.Relation.ZERO ? left.signum() == 0 : left.signum() >= 0;
    }

    private static Optional<Integer> constant(List<Row> rows, Variable bit, int moment) {
        long column = Column.of(bit, moment);
        for (Row row : rows) {
            boolean defines = row.relation() == Row.Relation.ZERO
                    && row.expression().coefficients().size() == 1
                    && row.expression().coefficients().containsKey(column);
            if (defines) return Optional.of(admits(row, column, 0) ? 0 : 1);
        }
        return Optional.empty();
    }
}
