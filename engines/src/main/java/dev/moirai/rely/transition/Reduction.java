package dev.moirai.rely.transition;

import dev.moirai.rely.transition.Movers.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes critical sections single steps (Lipton 1975): a sequence of right movers, at most one step of any kind, and
 * then left movers can be regarded as one step. No step goes past a loop head, so every step stays finite.
 *
 * <p>Claim: if some run of the system has infinitely many steps of a thread, so has one of the result. In it, a section
 * that never gets past its right movers is left out; one that has got past them is completed, which other threads
 * cannot prevent and which only frees them.
 */
public final class Reduction {
    private static final int MOST_TRANSITIONS = 400;

    private final TransitionSystem system;
    private final Movers movers;
    private final List<Variable> variables;

    private static final class TooManyException extends RuntimeException {}

    private Reduction(TransitionSystem system) {
        this.system = system;
        this.movers = new Movers(system);
        this.variables = new ArrayList<>(system.variables());
    }

    /** The reduced system; nothing if it is the same one, or would be too large. */
    public static Optional<TransitionSystem> reduce(TransitionSystem system) {
        try {
            TransitionSystem reduced = new Reduction(system).run();
            return isSame(system, reduced) ? Optional.empty() : Optional.of(reduced);
        } catch (TooManyException _) {
            return Optional.empty();
        }
    }

    private static boolean isSame(TransitionSystem left, TransitionSystem right) {
        for (int i = 0; i < left.threads().size(); i++) {
            if (left.thread(i).transitions().size()
                    != right.thread(i).transitions().size()) return false;
            for (int t = 0; t < left.thread(i).transitions().size(); t++) {
                Transition before = left.thread(i).transitions().get(t);
                Transition after = right.thread(i).transitions().get(t);
                if (before.source() != after.source() || before.target() != after.target()) return false;
            }
        }
        return true;
    }

    private TransitionSystem run() {
        var threads = new ArrayList<ThreadSystem>();
        for (ThreadSystem thread : system.threads()) {
            var made = new ArrayList<Transition>();
            Set<Integer> stops = new LinkedHashSet<>();
            stops.add(thread.start());
            for (Start start : system.starts()) stops.add(start.locations().get(thread.number()));
            var pending = new ArrayList<>(stops);
            while (!pending.isEmpty()) {
                int from = pending.removeLast();
                for (Transition t : thread.from(from)) {
                    for (Transition whole : extended(thread, t, isRight(t))) {
                        made.add(whole);
                        if (made.size() > MOST_TRANSITIONS) throw new TooManyException();
                        if (stops.add(whole.target())) pending.add(whole.target());
                    }
                }
            }
            threads.add(new ThreadSystem(
                    thread.name(), thread.number(), thread.copies(), thread.start(), thread.locations(), made));
        }
        return new TransitionSystem(
                system.file(), variables, threads, system.starts(), system.abstractions(), system.assumptions());
    }

    private boolean isRight(Transition t) {
        Kind kind = movers.kind(t);
        return kind == Kind.RIGHT || kind == Kind.BOTH;
    }

    private boolean isLeft(Transition t) {
        Kind kind = movers.kind(t);
        return kind == Kind.LEFT || kind == Kind.BOTH;
    }

    /**
     * All steps of the reduced system that begin with this one. {@code open} says whether all of it so far is right
     * movers.
     */
    private List<Transition> extended(ThreadSystem thread, Transition so, boolean open) {
        List<Transition> next = thread.from(so.target());
        boolean ends = next.isEmpty()
                || thread.location(so.target()).isLoopHead()
                || !open && !next.stream().allMatch(this::isLeft);
        if (ends) return List.of(so);
        var all = new ArrayList<Transition>();
        for (Transition t : next) {
            compose(thread, so, t).ifPresent(both -> all.addAll(extended(thread, both, open && isRight(t))));
            if (all.size() > MOST_TRANSITIONS) throw new TooManyException();
        }
        return all;
    }

    /** The two transitions one after the other; nothing if the second can never follow the first. */
    private Optional<Transition> compose(ThreadSystem thread, Transition first, Transition second) {
        Map<Integer, Linear> values = new HashMap<>();
        var rows = new ArrayList<Row>();
        for (Row row : first.rows()) {
            Optional<Integer> defined = defined(row);
            if (defined.isPresent()) values.put(defined.get(), value(row, defined.get()));
            else rows.add(row);
        }
        for (int variable : first.written()) values.computeIfAbsent(variable, this::anything);
        var written = new HashSet<Integer>();
        for (Row row : second.rows()) {
            Linear expression = row.expression().substituted(column -> {
                Linear known = values.get(Column.variable(column));
                return Column.moment(column) == Column.NOW && known != null ? known : Linear.column(column);
            });
            var after = row.relation() == Row.Relation.ZERO ? Row.zero(expression) : Row.atLeastZero(expression);
            if (after.isAlwaysFalse()) return Optional.empty();
            if (!after.isAlwaysTrue()) rows.add(after);
        }
        for (int variable : second.written()) written.add(variable);
        Set<Integer> live = thread.location(second.target()).live();
        values.forEach((variable, value) -> {
            boolean kept = system.variable(variable).isGlobal() || live.contains(variable);
            if (second.written().contains(variable) || !kept) return;
            rows.add(Row.equal(system.variable(variable).next(), value));
            written.add(variable);
        });
        return Optional.of(new Transition(
                first.name() + "+" + second.name(),
                first.thread(),
                first.source(),
                second.target(),
                rows,
                written,
                first.span(),
                first.text()));
    }

    /** The variable whose next value the row defines, if it defines one. */
    private static Optional<Integer> defined(Row row) {
        if (row.relation() != Row.Relation.ZERO) return Optional.empty();
        return row.expression().coefficients().keySet().stream()
                .filter(column -> Column.moment(column) == Column.NEXT)
                .map(Column::variable)
                .findFirst();
    }

    private static Linear value(Row row, int variable) {
        // In a row that defines a variable its coefficient is one.
        return row.expression()
                .minus(Linear.column(Column.of(variable, Column.NEXT)))
                .negated();
    }

    private Linear anything(int variable) {
        var choice = new Variable(
                variables.size(), "choice" + variables.size(), Variable.GLOBAL, Variable.Role.CHOICE, Optional.empty());
        variables.add(choice);
        return choice.now();
    }
}
