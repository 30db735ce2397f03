package dev.moirai.rely.transition;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Makes a system smaller without changing which threads can go on for ever. What main does before it starts threads
 * moves into the initial states, variables that no guard depends on are removed, and control variables that only one
 * thread uses become that thread's own.
 */
final class Slicing {
    private final TransitionSystem system;

    private Slicing(TransitionSystem system) {
        this.system = system;
    }

    static TransitionSystem slice(TransitionSystem system) {
        TransitionSystem started = new Slicing(system).afterStart();
        TransitionSystem varying = new Slicing(started).withoutConstants();
        TransitionSystem relevant = new Slicing(varying).keeping(relevant(varying));
        TransitionSystem busy = new Slicing(relevant).withoutSilent();
        return new Slicing(busy).withOwners();
    }

    /** The system with these variables alone: what is known of others is forgotten, so there may be more executions. */
    static TransitionSystem keeping(TransitionSystem system, BitSet variables) {
        TransitionSystem kept = new Slicing(system).keeping(variables);
        TransitionSystem busy = new Slicing(new Slicing(kept).withoutTwins()).withoutSilent();
        return new Slicing(busy).withOwners();
    }

    // ---- the first step of main --------------------------------------------------------------------------------

    private TransitionSystem afterStart() {
        ThreadSystem main = system.thread(0);
        Start before = system.starts().getFirst();
        boolean waits = !main.location(main.start()).waits().isEmpty();
        boolean comesBack = waits || main.transitions().stream().anyMatch(t -> t.target() == main.start());
        List<Transition> first = main.from(main.start());
        if (comesBack || first.isEmpty() || main.location(main.start()).isLoopHead()) return system;
        var starts = new ArrayList<Start>();
        for (Transition transition : first) starts.add(after(before, transition));
        var others = new ArrayList<>(main.transitions());
        others.removeAll(first);
        var threads = new ArrayList<>(system.threads());
        threads.set(0, new ThreadSystem(main.name(), 0, main.copies(), main.start(), main.locations(), others));
        return with(system.variables(), threads, starts);
    }

    /** The states after the transition. The values from before it, which are constants or unknown, are eliminated. */
    private Start after(Start before, Transition transition) {
        Map<Long, Linear> known = new HashMap<>();
        for (Row row : before.rows()) {
            var columns = row.expression().coefficients();
            if (columns.size() == 1) {
                long column = columns.keySet().iterator().next();
                known.put(column, Linear.of(row.expression().constant().negate().divide(columns.get(column))));
            }
        }
        var rows = new ArrayList<Row>();
        for (Row row : transition.rows()) {
            Linear expression = row.expression().substituted(column -> {
                if (Column.moment(column) == Column.NEXT)
                    return Linear.column(Column.of(Column.variable(column), Column.NOW));
                boolean choice = system.variable(Column.variable(column)).role() == Variable.Role.CHOICE;
                return choice ? Linear.column(column) : known.getOrDefault(column, unknown(column));
            });
            rows.add(new Row(expression, row.relation()));
        }
        known.forEach((column, value) -> {
            if (!transition.written().contains(Column.variable(column))) {
                rows.add(Row.equal(Linear.column(column), value));
            }
        });
        rows.removeIf(Row::isAlwaysTrue);
        var locations = new ArrayList<>(before.locations());
        locations.set(0, transition.target());
        return new Start(rows, locations);
    }

    /** The old value of an uninitialised variable: a column that appears nowhere else. */
    private static Linear unknown(long column) {
        return Linear.column(Column.of(Column.variable(column), OLD));
    }

    /** The moment before the transition. */
    private static final int OLD = 2;

    // ---- constants ---------------------------------------------------------------------------------------------

    /** Replaces variables that no transition writes and that have the same value in all initial states by that value. */
    private TransitionSystem withoutConstants() {
        var constants = new HashMap<Integer, Linear>();
        for (Variable variable : system.variables()) {
            boolean written = system.threads().stream()
                    .flatMap(thread -> thread.transitions().stream())
                    .anyMatch(t -> t.written().contains(variable.index()));
            if (!written && variable.isGlobal()) {
                constantAtStart(variable).ifPresent(value -> constants.put(variable.index(), value));
            }
        }
        var threads = new ArrayList<ThreadSystem>();
        for (ThreadSystem thread : system.threads()) {
            var transitions = new ArrayList<Transition>();
            for (Transition t : thread.transitions()) {
                List<Row> rows = substituted(t.rows(), constants);
                if (!SingleColumns.contradict(rows)) transitions.add(t.withRows(rows, t.written()));
            }
            List<Location> locations = waits(thread.locations(), rows -> substituted(rows, constants));
            threads.add(new ThreadSystem(
                    thread.name(), thread.number(), thread.copies(), thread.start(), locations, transitions));
        }
        var starts = new ArrayList<Start>();
        for (Start start : system.starts()) {
            starts.add(new Start(substituted(start.rows(), constants), start.locations()));
        }
        return with(system.variables(), threads, starts);
    }

    /** The locations with other rows in their waits; those that never hold are gone. */
    private static List<Location> waits(List<Location> locations, UnaryOperator<List<Row>> rows) {
        return locations.stream()
                .map(location -> location.withWaits(location.waits().stream()
                        .map(wait -> wait.withRows(rows.apply(wait.rows())))
                        .filter(Wait::isPossible)
                        .distinct()
                        .toList()))
                .toList();
    }

    private Optional<Linear> constantAtStart(Variable variable) {
        var values = new HashSet<Linear>();
        for (Start start : system.starts()) {
            Optional<Linear> value = start.rows().stream()
                    .filter(row -> row.relation() == Row.Relation.ZERO)
                    .map(Row::expression)
                    .filter(e -> e.coefficients().size() == 1)
                    .filter(e ->
                            e.coefficient(Column.of(variable, Column.NOW)).abs().equals(BigInteger.ONE))
                    .map(e -> Linear.of(e.constant().negate().multiply(e.coefficient(Column.of(variable, Column.NOW)))))
                    .findFirst();
            if (value.isEmpty()) return Optional.empty();
            values.add(value.get());
        }
        return values.size() == 1 ? Optional.of(values.iterator().next()) : Optional.empty();
    }

    private static List<Row> substituted(List<Row> rows, Map<Integer, Linear> constants) {
        var result = new ArrayList<Row>();
        for (Row row : rows) {
            Linear expression = row.expression()
                    .substituted(column -> constants.getOrDefault(Column.variable(column), Linear.column(column)));
            var simpler = new Row(expression, row.relation());
            if (!simpler.isAlwaysTrue()) result.add(simpler);
        }
        return result;
    }

    // ---- irrelevant variables ----------------------------------------------------------------------------------

    private TransitionSystem keeping(BitSet relevant) {
        var threads = new ArrayList<ThreadSystem>();
        for (ThreadSystem thread : system.threads()) {
            var transitions = new ArrayList<Transition>();
            for (Transition t : thread.transitions()) {
                List<Row> rows = withoutIdle(
                        t.rows().stream().filter(row -> isKept(row, relevant)).toList());
                var written = new HashSet<>(t.written());
                written.removeIf(variable -> !relevant.get(variable));
                transitions.add(t.withRows(rows, written));
            }
            var locations = new ArrayList<Location>();
            for (Location l : thread.locations()) {
                var live = new HashSet<>(l.live());
                live.removeIf(variable -> !relevant.get(variable));
                locations.add(l.withLive(live));
            }
            // Without a row, a thread counts as blocked more often.
            List<Location> fewer = waits(
                    locations,
                    rows -> rows.stream().filter(row -> isKept(row, relevant)).toList());
            threads.add(new ThreadSystem(
                    thread.name(), thread.number(), thread.copies(), thread.start(), fewer, transitions));
        }
        var starts = new ArrayList<Start>();
        for (Start start : system.starts()) {
            starts.add(new Start(
                    start.rows().stream().filter(row -> isKept(row, relevant)).toList(), start.locations()));
        }
        return with(system.variables(), threads, starts);
    }

    /** The rows without those about chosen values that nothing else is about. */
    private List<Row> withoutIdle(List<Row> rows) {
        var used = new HashSet<Integer>();
        boolean changed = true;
        while (changed) {
            int before = used.size();
            for (Row row : rows) {
                Set<Integer> columns = variables(row);
                boolean matters = columns.isEmpty() || columns.stream().anyMatch(v -> used.contains(v) || !isChoice(v));
                if (matters) columns.stream().filter(this::isChoice).forEach(used::add);
            }
            changed = used.size() > before;
        }
        return rows.stream()
                .filter(row -> variables(row).isEmpty()
                        || variables(row).stream().anyMatch(v -> used.contains(v) || !isChoice(v)))
                .toList();
    }

    private boolean isChoice(int variable) {
        return system.variable(variable).role() == Variable.Role.CHOICE;
    }

    private static Set<Integer> variables(Row row) {
        var variables = new HashSet<Integer>();
        row.expression().coefficients().keySet().forEach(column -> variables.add(Column.variable(column)));
        return variables;
    }

    /** Of transitions that do the same, one is left. */
    private TransitionSystem withoutTwins() {
        record Step(int source, int target, Set<Row> rows, Set<Integer> written) {}
        var threads = new ArrayList<ThreadSystem>();
        for (ThreadSystem thread : system.threads()) {
            var seen = new HashSet<Step>();
            List<Transition> transitions = thread.transitions().stream()
                    .filter(t -> seen.add(new Step(t.source(), t.target(), new HashSet<>(t.rows()), t.written())))
                    .toList();
            threads.add(new ThreadSystem(
                    thread.name(), thread.number(), thread.copies(), thread.start(), thread.locations(), transitions));
        }
        return with(
                system.variables(), threads, system.starts().stream().distinct().toList());
    }

    private boolean isKept(Row row, BitSet relevant) {
        return row.expression().coefficients().keySet().stream()
                .map(Column::variable)
                .allMatch(v -> relevant.get(v) || system.variable(v).role() == Variable.Role.CHOICE);
    }

    static BitSet relevant(TransitionSystem system) {
        return new Slicing(system).relevant();
    }

    /** The variables that guards depend on, directly or through others. */
    private BitSet relevant() {
        var relevant = new BitSet();
        var rows = new ArrayList<Row>();
        for (ThreadSystem thread : system.threads()) {
            thread.transitions().forEach(t -> rows.addAll(t.rows()));
            thread.locations().forEach(l -> l.waits().forEach(wait -> rows.addAll(wait.rows())));
        }
        for (Variable variable : system.variables()) {
            if (variable.role() == Variable.Role.HELD) relevant.set(variable.index());
        }
        boolean changed = true;
        while (changed) {
            int before = relevant.cardinality();
            for (Row row : rows) {
                Set<Integer> defined = new HashSet<>();
                Set<Integer> used = new HashSet<>();
                for (long column : row.expression().coefficients().keySet()) {
                    int variable = Column.variable(column);
                    (Column.moment(column) == Column.NEXT ? defined : used).add(variable);
                }
                if (defined.isEmpty() || defined.stream().anyMatch(relevant::get)) {
                    defined.forEach(relevant::set);
                    used.forEach(relevant::set);
                }
            }
            changed = relevant.cardinality() > before;
        }
        for (Variable variable : system.variables()) {
            if (variable.role() == Variable.Role.CHOICE) relevant.clear(variable.index());
        }
        return relevant;
    }

    // ---- silent steps ------------------------------------------------------------------------------------------

    /**
     * Merges a location whose only transition has no guard and writes nothing with the location that this transition
     * leads to.
     */
    private TransitionSystem withoutSilent() {
        var threads = new ArrayList<ThreadSystem>();
        var ends = new ArrayList<int[]>();
        for (ThreadSystem thread : system.threads()) {
            int[] leadsTo = new int[thread.locations().size()];
            for (int l = 0; l < leadsTo.length; l++) leadsTo[l] = end(thread, l);
            var transitions = new ArrayList<Transition>();
            for (Transition t : thread.transitions()) {
                if (leadsTo[t.source()] == t.source()) transitions.add(t.leadingTo(leadsTo[t.target()]));
            }
            ends.add(leadsTo);
            // Whoever stands at the location that goes counts as standing where it leads to.
            var locations = new ArrayList<>(thread.locations());
            for (Location l : thread.locations()) {
                int to = leadsTo[l.number()];
                if (to != l.number()) locations.set(to, locations.get(to).with(l.contacts()));
            }
            threads.add(new ThreadSystem(
                    thread.name(), thread.number(), thread.copies(), leadsTo[thread.start()], locations, transitions));
        }
        var starts = new ArrayList<Start>();
        for (Start start : system.starts()) {
            var locations = new ArrayList<Integer>();
            for (int i = 0; i < start.locations().size(); i++) {
                locations.add(ends.get(i)[start.locations().get(i)]);
            }
            starts.add(new Start(start.rows(), locations));
        }
        return with(system.variables(), threads, starts);
    }

    private static int end(ThreadSystem thread, int from) {
        int at = from;
        for (int hops = 0; hops < thread.locations().size(); hops++) {
            List<Transition> ways = thread.from(at);
            boolean silent = ways.size() == 1
                    && ways.getFirst().rows().isEmpty()
                    && ways.getFirst().written().isEmpty()
                    && !thread.location(at).isLoopHead()
                    && thread.location(at).waits().isEmpty();
            if (!silent) return at;
            at = ways.getFirst().target();
        }
        return at;
    }

    // ---- owners ------------------------------------------------------------------------------------------------

    private TransitionSystem withOwners() {
        var users = new HashMap<Integer, Set<Integer>>();
        for (ThreadSystem thread : system.threads()) {
            for (Transition t : thread.transitions()) {
                t.written()
                        .forEach(v ->
                                users.computeIfAbsent(v, _ -> new HashSet<>()).add(thread.number()));
                uses(t.rows(), thread, users);
            }
            for (Location l : thread.locations()) l.waits().forEach(wait -> uses(wait.rows(), thread, users));
        }
        var variables = new ArrayList<Variable>();
        var adopted = new HashMap<Integer, Set<Integer>>();
        for (Variable variable : system.variables()) {
            Set<Integer> by = users.getOrDefault(variable.index(), Set.of());
            boolean single = variable.isGlobal()
                    && variable.role() != Variable.Role.CHOICE
                    && !variable.isNamedBySource()
                    && by.size() == 1
                    && !system.thread(by.iterator().next()).isMany();
            if (single) {
                int owner = by.iterator().next();
                variables.add(variable.ownedBy(owner));
                adopted.computeIfAbsent(owner, _ -> new HashSet<>()).add(variable.index());
            } else if (by.isEmpty() && variable.isGlobal()) {
                variables.add(variable.ownedBy(0));
            } else {
                variables.add(variable);
            }
        }
        var threads = new ArrayList<ThreadSystem>();
        for (ThreadSystem thread : system.threads()) {
            var locations = new ArrayList<Location>();
            for (Location l : thread.locations()) {
                var live = new HashSet<>(l.live());
                live.addAll(adopted.getOrDefault(thread.number(), Set.of()));
                locations.add(l.withLive(live));
            }
            threads.add(new ThreadSystem(
                    thread.name(), thread.number(), thread.copies(), thread.start(), locations, thread.transitions()));
        }
        return with(variables, threads, system.starts());
    }

    private static void uses(List<Row> rows, ThreadSystem thread, Map<Integer, Set<Integer>> users) {
        for (Row row : rows) {
            for (int variable : variables(row))
                users.computeIfAbsent(variable, _ -> new HashSet<>()).add(thread.number());
        }
    }

    private TransitionSystem with(List<Variable> variables, List<ThreadSystem> threads, List<Start> starts) {
        return new TransitionSystem(
                system.file(), variables, threads, starts, system.abstractions(), system.assumptions());
    }
}
