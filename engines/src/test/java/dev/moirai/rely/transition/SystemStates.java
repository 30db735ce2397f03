package dev.moirai.rely.transition;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Enumerates all states of a system whose transitions determine the values they write. */
public final class SystemStates {
    /** The value of a variable that a transition writes without defining it. */
    public static final long ANYTHING = Long.MIN_VALUE;

    private static final int MOST_STATES = 200_000;

    private final TransitionSystem system;
    private final List<String> globals;
    private final Set<List<Long>> seen = new HashSet<>();
    private final ArrayDeque<List<Long>> pending = new ArrayDeque<>();
    private final Set<List<Long>> ends = new HashSet<>();
    private final Set<List<Long>> stuck = new HashSet<>();

    /** @param globals the names of the variables whose final values are reported */
    public SystemStates(TransitionSystem system, List<String> globals) {
        this.system = system;
        this.globals = globals;
        for (Start start : system.starts()) {
            var values = new HashMap<Long, Long>();
            determine(start.rows(), values);
            var state = new ArrayList<Long>();
            start.locations().forEach(location -> state.add((long) location));
            for (Variable v : system.variables()) state.add(values.getOrDefault(Column.of(v, Column.NOW), 0L));
            visit(state);
        }
        while (!pending.isEmpty() && seen.size() < MOST_STATES) expand(pending.poll());
    }

    /** The values of the globals in states where some threads wait and no thread can move. */
    public Set<List<Long>> stuck() {
        return stuck;
    }

    /** The values of the globals in states where all threads have ended. */
    public Set<List<Long>> ends() {
        return ends;
    }

    private void visit(List<Long> state) {
        if (seen.add(state)) pending.add(state);
    }

    private void expand(List<Long> state) {
        boolean isEnd = true;
        boolean moves = false;
        for (ThreadSystem thread : system.threads()) {
            for (Transition t : thread.from(state.get(thread.number()).intValue())) {
                isEnd = false;
                Optional<List<Long>> next = after(state, t);
                moves |= next.isPresent();
                next.ifPresent(this::visit);
            }
        }
        if (moves) return;
        List<Long> values = globals.stream().map(name -> value(state, name)).toList();
        if (isEnd) ends.add(values);
        else stuck.add(values);
    }

    private int slot(Variable variable) {
        return system.threads().size() + variable.index();
    }

    private long value(List<Long> state, String name) {
        return system.variables().stream()
                .filter(v -> v.name().equals(name))
                .map(v -> state.get(slot(v)))
                .findFirst()
                .orElseThrow();
    }

    private Optional<List<Long>> after(List<Long> state, Transition t) {
        var values = new HashMap<Long, Long>();
        for (Variable v : system.variables()) {
            if (v.role() != Variable.Role.CHOICE) values.put(Column.of(v, Column.NOW), state.get(slot(v)));
        }
        if (!determine(t.rows(), values)) return Optional.empty();
        var next = new ArrayList<>(state);
        next.set(t.thread(), (long) t.target());
        for (int v : t.written()) {
            next.set(system.threads().size() + v, values.getOrDefault(Column.of(v, Column.NEXT), ANYTHING));
        }
        return Optional.of(next);
    }

    /** Determines the columns for which equations and bounds leave one value; false on a contradiction. */
    private static boolean determine(List<Row> rows, Map<Long, Long> values) {
        boolean learnt = true;
        while (learnt) {
            learnt = false;
            for (Row row : rows) {
                List<Long> open = row.expression().coefficients().keySet().stream()
                        .filter(column -> !values.containsKey(column))
                        .toList();
                if (open.isEmpty() && !holds(row, values)) return false;
                if (open.size() != 1) continue;
                Optional<Long> only = row.relation() == Row.Relation.ZERO
                        ? Optional.of(solved(row, open.getFirst(), values))
                        : only(rows, open.getFirst(), values);
                if (only.isEmpty()) continue;
                values.put(open.getFirst(), only.get());
                learnt = true;
            }
        }
        return rows.stream()
                .allMatch(row -> !values.keySet()
                                .containsAll(row.expression().coefficients().keySet())
                        || holds(row, values));
    }

    private static long solved(Row equation, long column, Map<Long, Long> values) {
        var zero = new HashMap<>(values);
        zero.put(column, 0L);
        // If the division leaves a remainder, the row does not hold, and a later check finds that.
        return sum(equation.expression(), zero)
                .negate()
                .divide(equation.expression().coefficient(column))
                .longValueExact();
    }

    /** The only value of a column that the rows without other open columns allow, if it is one of a few small numbers. */
    private static Optional<Long> only(List<Row> rows, long column, Map<Long, Long> values) {
        List<Row> about = rows.stream()
                .filter(row -> row.expression().coefficients().containsKey(column))
                .filter(row -> row.expression().coefficients().keySet().stream()
                        .allMatch(c -> c == column || values.containsKey(c)))
                .toList();
        var possible = new ArrayList<Long>();
        for (long value = -200; value <= 200 && possible.size() < 2; value++) {
            var with = new HashMap<>(values);
            with.put(column, value);
            if (about.stream().allMatch(row -> holds(row, with))) possible.add(value);
        }
        return possible.size() == 1 ? Optional.of(possible.getFirst()) : Optional.empty();
    }

    private static boolean holds(Row row, Map<Long, Long> values) {
        int sign = sum(row.expression(), values).signum();
        return row.relation() == Row.Relation.ZERO ? sign == 0 : sign >= 0;
    }

    private static BigInteger sum(Linear left, Map<Long, Long> values) {
        BigInteger sum = left.constant();
        for (var entry : left.coefficients().entrySet()) {
            sum = sum.add(
                    entry.getValue().multiply(BigInteger.valueOf(Objects.requireNonNull(values.get(entry.getKey())))));
        }
        return sum;
    }
}
