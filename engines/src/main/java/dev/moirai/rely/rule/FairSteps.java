package dev.moirai.rely.rule;

import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.ThreadLocation;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import dev.moirai.solve.Limit;
import dev.moirai.solve.SmtSession;
import dev.moirai.solve.registry.Solvers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes strong fairness explicit (Olderog and Apt, TOPLAS 1988): each thread but the target has a counter of how often
 * it may still be passed over while it is enabled. A step of any other thread must lower it; the thread's own step sets
 * it to any number. Every strongly fair run has such counters, and a run with them passes no thread over for ever.
 *
 * <p>A thread counts as enabled where that is certain: where its steps cover all states, or where it waits for one
 * inequality, by which the other thread's step is then split. Where neither is known the thread is not counted, which
 * allows more runs.
 */
final class FairSteps {
    private final TransitionSystem system;
    private final Map<Integer, Variable> counters = new HashMap<>();
    private final Map<ThreadLocation, Optional<Row>> guards = new HashMap<>();
    private final Set<ThreadLocation> uncounted = new HashSet<>();

    /** @param system one {@linkplain #extended extended} by counters */
    FairSteps(TransitionSystem system, int target) {
        this.system = system;
        for (Variable variable : system.variables()) {
            if (variable.role() != Variable.Role.FAIRNESS) continue;
            for (ThreadSystem thread : system.threads()) {
                if (thread.number() != target && variable.name().equals(name(thread))) {
                    counters.put(thread.number(), variable);
                }
            }
        }
        try (var solver = Solvers.smtSession()) {
            for (int thread : counters.keySet()) {
                for (int place = 0; place < system.thread(thread).locations().size(); place++) {
                    classify(thread, place, solver);
                }
            }
        }
    }

    private static String name(ThreadSystem thread) {
        return "patience with " + thread.name();
    }

    /** The system with a counter for every thread but the target. */
    static TransitionSystem extended(TransitionSystem system, int target) {
        var variables = new ArrayList<>(system.variables());
        for (ThreadSystem thread : system.threads()) {
            if (thread.number() != target && !thread.transitions().isEmpty()) {
                variables.add(Variable.patience(variables.size(), name(thread)));
            }
        }
        return new TransitionSystem(
                system.file(),
                variables,
                system.threads(),
                system.starts(),
                system.abstractions(),
                system.assumptions());
    }

    /** Determines when a thread at a place is enabled: always, under one row, or unknown. */
    private void classify(int thread, int place, SmtSession solver) {
        var at = new ThreadLocation(thread, place);
        List<Transition> ways = system.thread(thread).from(place);
        if (ways.isEmpty()) {
            uncounted.add(at);
            return;
        }
        if (isTotal(ways, solver)) {
            guards.put(at, Optional.empty());
            return;
        }
        List<Row> asked = now(ways.getFirst());
        if (ways.size() == 1 && asked.size() == 1) guards.put(at, Optional.of(asked.getFirst()));
        else uncounted.add(at);
    }

    private static List<Row> now(Transition t) {
        return t.rows().stream().filter(row -> !row.mentions(Column.NEXT)).toList();
    }

    private boolean isTotal(List<Transition> ways, SmtSession solver) {
        var text = new SmtText(system);
        Set<Long> columns = new TreeSet<>();
        var none = new ArrayList<String>();
        for (Transition t : ways) {
            List<Row> rows = now(t);
            rows.forEach(row -> columns.addAll(row.expression().coefficients().keySet()));
            none.add("(not " + text.rows(rows) + ")");
        }
        var script = new StringBuilder("(push 1)");
        for (long column : columns)
            script.append("(declare-const ").append(text.column(column)).append(" Int)");
        for (long column : columns) {
            Variable variable = system.variable(Column.variable(column));
            script.append("(assert ")
                    .append(text.rows(system.ranges(List.of(variable), Column.NOW)))
                    .append(')');
        }
        script.append("(assert ").append(SmtText.conjunction(none)).append(")(check-sat)(pop 1)");
        return solver.execute(script.toString(), Limit.none()).strip().equals("unsat");
    }

    /** The variants of a step while all threads stand at these places. */
    List<Transition> of(List<Integer> places, Transition t) {
        List<Transition> ways = List.of(t);
        for (var counter : counters.entrySet()) {
            var next = new ArrayList<Transition>();
            for (Transition way : ways) {
                if (counter.getKey() == t.thread()) {
                    // The counter may become any number: it is written, and no row defines it.
                    next.add(way.with(List.of(), Set.of(counter.getValue().index()), "own"));
                } else {
                    next.addAll(passingOver(places, counter.getKey(), counter.getValue(), way));
                }
            }
            ways = next;
        }
        return ways;
    }

    private List<Transition> passingOver(List<Integer> places, int thread, Variable counter, Transition way) {
        var at = new ThreadLocation(thread, places.get(thread));
        if (uncounted.contains(at)) return List.of(way);
        var lowered = new ArrayList<Row>();
        lowered.add(Row.atLeastZero(counter.now().plus(-1)));
        lowered.add(Row.equal(counter.next(), counter.now().plus(-1)));
        Set<Integer> written = Set.of(counter.index());
        Optional<Row> guard = guards.getOrDefault(at, Optional.empty());
        if (guard.isEmpty()) return List.of(way.with(lowered, written, "past" + thread));
        var ways = new ArrayList<Transition>();
        lowered.add(guard.get());
        ways.add(way.with(lowered, written, "past" + thread));
        Linear expression = guard.get().expression();
        ways.add(way.with(List.of(Row.atLeastZero(expression.negated().plus(-1))), Set.of(), "below" + thread));
        if (guard.get().relation() == Row.Relation.ZERO) {
            ways.add(way.with(List.of(Row.atLeastZero(expression.plus(-1))), Set.of(), "above" + thread));
        }
        return ways;
    }
}
