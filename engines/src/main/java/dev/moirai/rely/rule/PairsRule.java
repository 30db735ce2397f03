package dev.moirai.rely.rule;

import dev.moirai.property.Property;
import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Location;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.Start;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The premises where each relation knows two threads, which may be copies of one (Hoenicke, Majumdar, Podelski, Thread
 * Modularity at Many Levels, POPL 2017): a step of one of them, or of a third thread, whose state goes together with
 * that of each of the two. Of copies of one thread nobody can say which is which: one relation serves both ways to take two of them, and
 * where they stand at the same place it has both.
 */
final class PairsRule {
    private static final int MOST_CLAUSES = 40_000;
    private static final int CHOICES = 3;

    /** Where the variables of three threads are: the moment before a step; the one after it follows. */
    private static final int FIRST = 0;

    private static final int SECOND = 5;
    private static final int THIRD = 7;

    private final TransitionSystem system;
    private final Premises premises;
    private final Set<Property> asked;
    private final Map<String, Relation> relations = new HashMap<>();

    PairsRule(TransitionSystem system, Premises premises, Set<Property> asked) {
        this.system = system;
        this.premises = premises;
        this.asked = asked;
    }

    /** A thread at a place, as one of those that a clause is about. */
    private record Party(ThreadSystem thread, int place, int moment) {
        Party to(int other) {
            return new Party(thread, other, moment);
        }

        /** Whether the other one comes first in the relation of both. */
        boolean isAfter(Party other) {
            int threads = Integer.compare(thread.number(), other.thread.number());
            return threads > 0 || threads == 0 && place > other.place;
        }

        boolean isLike(Party other) {
            return thread == other.thread && place == other.place;
        }
    }

    /** False if there would be too many. */
    boolean make() {
        List<ThreadSystem> threads = system.threads();
        long steps = threads.stream()
                .mapToLong(thread -> thread.transitions().size())
                .sum();
        long pairs = 0;
        for (ThreadSystem first : threads) {
            for (ThreadSystem second : partners(first)) {
                long places = used(first).size();
                pairs += second == first
                        ? places * (places + 1) / 2
                        : places * used(second).size();
            }
        }
        if (pairs == 0 || pairs * steps > MOST_CLAUSES) return false;
        for (ThreadSystem first : threads) for (ThreadSystem second : partners(first)) pair(first, second);
        return true;
    }

    /** The threads that a thread is in a pair with, so that each pair is there once. */
    private List<ThreadSystem> partners(ThreadSystem first) {
        return system.threads().stream()
                .filter(second -> second.number() > first.number() || second == first && first.isMany())
                .toList();
    }

    private void pair(ThreadSystem first, ThreadSystem second) {
        String who = first.name() + " and " + second.name();
        for (Start start : system.starts()) {
            var one = new Party(first, start.locations().get(first.number()), FIRST);
            var other = new Party(second, start.locations().get(second.number()), SECOND);
            var rows = new ArrayList<Row>();
            for (Party party : List.of(one, other)) {
                start.rows().forEach(row -> rows.add(row.renamed(column -> at(column, party.moment()))));
                rows.addAll(ranges(party));
            }
            premises.add("start of " + who, List.of(), rows, together(one, other, Optional.empty()), Optional.empty());
        }
        for (Location a : used(first)) {
            for (Location b : used(second)) {
                var one = new Party(first, a.number(), FIRST);
                var other = new Party(second, b.number(), SECOND);
                if (one.isAfter(other)) continue;
                for (Transition t : first.from(a.number())) {
                    step(t, one, List.of(one, other), List.of(one.to(t.target()), other), who);
                }
                for (Transition t : one.isLike(other) ? List.<Transition>of() : second.from(b.number())) {
                    step(t, other, List.of(one, other), List.of(one, other.to(t.target())), who);
                }
                thirds(one, other, who);
                if (SafetyClauses.mustNotFail(asked) && (a.isFailure() || b.isFailure()))
                    premises.never(who, relation(one, other));
                if (asked.contains(Property.DATA_RACE) && RacePairs.mayRace(a, b))
                    premises.never(relation(one, other), RacePairs.words(first, a, second, b));
            }
        }
    }

    private void thirds(Party one, Party other, String who) {
        for (ThreadSystem thread : system.threads()) {
            boolean isThere = thread.isMany() || thread != one.thread() && thread != other.thread();
            if (!isThere) continue;
            for (Transition t : thread.transitions()) {
                var third = new Party(thread, t.source(), THIRD);
                if (ModularRule.isEffect(system, t)) {
                    step(t, third, List.of(one, other, third), List.of(one, other), who);
                }
            }
        }
    }

    /** A step of one party, before which all of them go together, two by two. */
    private void step(Transition t, Party actor, List<Party> before, List<Party> after, String who) {
        var body = new ArrayList<Atom>();
        for (int i = 0; i < before.size(); i++) {
            for (int j = i + 1; j < before.size(); j++) {
                body.add(together(before.get(i), before.get(j), Optional.empty()));
            }
        }
        var rows = new ArrayList<Row>();
        t.rows().forEach(row -> rows.add(row.renamed(column -> at(column, actor.moment()))));
        rows.addAll(ranges(actor));
        for (Variable variable : t.written().stream().map(system::variable).toList()) {
            long next = at(Column.of(variable, Column.NEXT), actor.moment());
            rows.addAll(system.ranges(List.of(variable), Column.moment(next)));
        }
        String what = "step of " + actor.thread().name() + " as seen by " + who;
        var step = Optional.of(new Step(t, actor.moment()));
        Party one = after.get(0);
        Party other = after.get(1);
        premises.add(what, body, rows, together(one, other, step), Optional.of(t));
        // After a step of a third one they are where they were, in both ways already.
        boolean isOfThem = before.size() == 2;
        if (one.isLike(other) && isOfThem) premises.add(what, body, rows, together(other, one, step), Optional.of(t));
    }

    /** A transition, and where the variables of the thread that makes it are. */
    private record Step(Transition transition, int moment) {}

    private List<Row> ranges(Party party) {
        var rows = new ArrayList<>(system.ranges(system.globals(), FIRST));
        rows.addAll(system.ranges(system.live(party.thread().number(), party.place()), party.moment()));
        return rows;
    }

    /** A column of a transition or start whose thread's variables are at the moment; globals are at the first. */
    private long at(long column, int moment) {
        Variable variable = system.variable(Column.variable(column));
        if (variable.role() == Variable.Role.CHOICE) return Column.of(variable, CHOICES);
        int base = variable.isGlobal() ? FIRST : moment;
        return switch (Column.moment(column)) {
            case Column.NOW -> Column.of(variable, base);
            case Column.NEXT -> Column.of(variable, base + 1);
            // The old value of what was never initialised: a column of its own.
            default -> Column.of(variable, THIRD + 2 + Column.moment(column));
        };
    }

    // ---- relations ---------------------------------------------------------------------------------------------

    /** The relation of two parties, of which none is after the other. */
    private Relation relation(Party one, Party other) {
        String name =
                "P" + one.thread().number() + "_" + other.thread().number() + "_" + one.place() + "_" + other.place();
        return relations.computeIfAbsent(name, n -> {
            var columns = new ArrayList<Long>();
            system.globals().forEach(v -> columns.add(Column.of(v, FIRST)));
            system.live(one.thread().number(), one.place()).forEach(v -> columns.add(Column.of(v, FIRST)));
            system.live(other.thread().number(), other.place()).forEach(v -> columns.add(Column.of(v, SECOND)));
            return new Relation(
                    n,
                    Relation.Kind.STATES,
                    one.thread().number(),
                    one.thread().number(),
                    List.of(one.place(), other.place()),
                    columns);
        });
    }

    /** That the states of two parties go together, before a step or after it. */
    private Atom together(Party one, Party other, Optional<Step> step) {
        if (one.isAfter(other)) return together(other, one, step);
        var columns = new ArrayList<Long>();
        system.globals().forEach(v -> columns.add(after(v, FIRST, step.map(it -> it.transition()))));
        for (Party party : List.of(one, other)) {
            Optional<Transition> own =
                    step.filter(it -> it.moment() == party.moment()).map(Step::transition);
            system.live(party.thread().number(), party.place())
                    .forEach(v -> columns.add(after(v, party.moment(), own)));
        }
        return new Atom(relation(one, other), columns);
    }

    private static long after(Variable variable, int moment, Optional<Transition> step) {
        boolean changes =
                step.filter(t -> t.written().contains(variable.index())).isPresent();
        return Column.of(variable, changes ? moment + 1 : moment);
    }

    private List<Location> used(ThreadSystem thread) {
        Set<Integer> used = new LinkedHashSet<>();
        for (Start start : system.starts()) used.add(start.locations().get(thread.number()));
        for (Transition t : thread.transitions()) used.add(t.target());
        return used.stream().map(thread::location).toList();
    }
}
