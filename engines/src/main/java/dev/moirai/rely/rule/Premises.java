package dev.moirai.rely.rule;

import dev.moirai.rely.ranking.Rank;
import dev.moirai.rely.transition.Column;
import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Location;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.Start;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Builds the premises of the rules, each in the form it takes there. */
final class Premises {
    private static final int BEFORE = 0;
    private static final int AFTER = 1;
    private static final int MIDDLE = 2;
    /** A clause has at most one transition, so all free choices can share one moment. */
    private static final int CHOICES = 3;
    /** What the thread that makes a step owned before it, where another thread suffers the step. */
    private static final int ACTOR = 4;

    private final TransitionSystem system;
    private final int target;
    private final List<Rank> ranks;
    private final List<Clause> clauses = new ArrayList<>();

    Premises(TransitionSystem system, int target, List<Rank> ranks) {
        this.system = system;
        this.target = target;
        this.ranks = ranks;
    }

    List<Clause> all() {
        return clauses;
    }

    void start(String who, Start start, Relation states) {
        var rows = new ArrayList<>(start.rows());
        List<Variable> seen = states.parameters().stream()
                .map(column -> system.variable(Column.variable(column)))
                .toList();
        rows.addAll(system.ranges(seen, BEFORE));
        add("C1 start of " + who, List.of(), rows, Atom.at(states, BEFORE), Optional.empty());
    }

    void step(String who, Relation from, Transition t, Relation to) {
        add(
                "C2 step of " + who,
                List.of(Atom.at(from, BEFORE)),
                stepRows(t, BEFORE, AFTER),
                Atom.after(to, t, BEFORE, AFTER),
                Optional.of(t));
    }

    /** What is known of a step becomes what another thread may rely on. */
    void effect(String who, Relation from, Transition t, Relation effect) {
        add(
                "C4, C5 effect of " + who,
                List.of(Atom.at(from, BEFORE)),
                stepRows(t, BEFORE, AFTER),
                Atom.between(effect, t, BEFORE, AFTER),
                Optional.of(t));
    }

    void environment(String who, Relation from, Relation effect, Transition t, Relation to) {
        suffer("C2 environment of " + who, Atom.at(from, BEFORE), BEFORE, effect, t, to);
    }

    /** Nobody comes there. */
    void never(String who, Relation states) {
        never(states, "no assertion of " + who + " fails");
    }

    /** Two threads do not stand there at the same time. */
    void neverTogether(String what, ThreadSystem first, Relation one, ThreadSystem second, Relation other) {
        var columns = new ArrayList<Long>();
        for (long parameter : other.parameters()) {
            int variable = Column.variable(parameter);
            columns.add(Column.of(variable, system.variable(variable).isGlobal() ? BEFORE : ACTOR));
        }
        var rows = new ArrayList<Row>();
        List<Variable> mine = system.owned(first.number());
        List<Variable> theirs = system.owned(second.number());
        for (int i = 0; i < mine.size(); i++) {
            rows.add(Row.atLeast(
                    Linear.of(1),
                    Linear.column(Column.of(mine.get(i), BEFORE))
                            .plus(Linear.column(Column.of(theirs.get(i), ACTOR)))));
        }
        clauses.add(new Clause(
                "c" + clauses.size(),
                what,
                List.of(Atom.at(one, BEFORE), new Atom(other, columns)),
                rows,
                Optional.empty(),
                List.of(),
                Optional.empty()));
    }

    /** Nobody comes there, for the reason named. */
    void never(Relation states, String what) {
        never(states, List.of(), what);
    }

    /** Nobody is there while the rows hold; the name of the premise. */
    String never(Relation states, List<Row> rows, String what) {
        String name = "c" + clauses.size();
        clauses.add(new Clause(
                name, what, List.of(Atom.at(states, BEFORE)), rows, Optional.empty(), List.of(), Optional.empty()));
        return name;
    }

    // ---- runs that begin where the target leaves a loop head -----------------------------------------------------

    void begin(Relation states, Transition t, Relation to) {
        add(
                "C1', C2' " + name() + " leaves a loop head",
                List.of(Atom.at(states, BEFORE)),
                stepRows(t, BEFORE, AFTER),
                Atom.run(to, BEFORE, t, BEFORE, AFTER),
                Optional.of(t));
    }

    /** The beginning of a run as another thread sees it, which suffers the step. */
    void beginSeen(String viewer, Relation states, Relation effect, Transition t, Relation to) {
        suffer(
                "C1, C2 " + name() + " leaves a loop head, seen by " + viewer,
                Atom.at(states, BEFORE),
                BEFORE,
                effect,
                t,
                to);
    }

    void extend(Relation from, Transition t, Relation to) {
        boolean own = from.viewer() == target;
        add(
                (own ? "C3' step of " : "C3 step of ")
                        + system.thread(t.thread()).name(),
                List.of(Atom.run(from, BEFORE, MIDDLE)),
                stepRows(t, MIDDLE, AFTER),
                Atom.run(to, BEFORE, t, MIDDLE, AFTER),
                Optional.of(t));
    }

    void extendByEnvironment(Relation from, Relation effect, Transition t, Relation to) {
        boolean own = from.viewer() == target;
        suffer(
                (own ? "C3' environment of " : "C3 environment of ")
                        + system.thread(from.viewer()).name(),
                Atom.run(from, BEFORE, MIDDLE),
                MIDDLE,
                effect,
                t,
                to);
    }

    /** The viewer is back where it stood. */
    void back(String viewer, Relation from, Relation back) {
        add(
                "C6 " + viewer + " is back where it stood",
                List.of(Atom.run(from, BEFORE, AFTER)),
                List.of(),
                Atom.run(back, BEFORE, AFTER),
                Optional.empty());
    }

    /** @param runs the target's view of runs from the head back to it, then the views of others, if they count */
    void decrease(List<Relation> runs, Location head) {
        List<Rank> relevant =
                ranks.stream().filter(rank -> rank.location() == head.number()).toList();
        clauses.add(new Clause(
                "c" + clauses.size(),
                (runs.size() == 1 ? "C6' " : "C6 ") + name() + " comes back to line "
                        + head.span().line(),
                runs.stream().map(relation -> Atom.run(relation, BEFORE, AFTER)).toList(),
                List.of(),
                Optional.empty(),
                relevant,
                Optional.empty()));
    }

    // ---- clauses -----------------------------------------------------------------------------------------------

    private String name() {
        return system.thread(target).name();
    }

    /** The globals change as the effect says; the thread's own variables stay, but for what it owns no longer. */
    private void suffer(String premise, Atom before, int now, Relation effect, Transition t, Relation to) {
        var rows = new ArrayList<Row>();
        Set<Integer> lost = new HashSet<>();
        List<Variable> theirs = system.owned(t.thread());
        List<Variable> mine = system.owned(to.viewer());
        for (int i = 0; i < mine.size(); i++) {
            Linear both =
                    Linear.column(Column.of(mine.get(i), now)).plus(Linear.column(Column.of(theirs.get(i), ACTOR)));
            rows.add(Row.atLeast(Linear.of(1), both));
            if (!t.written().contains(theirs.get(i).index())) continue;
            lost.add(mine.get(i).index());
            rows.add(Row.zero(Linear.column(Column.of(mine.get(i), AFTER))));
        }
        var columns = new ArrayList<Long>();
        boolean runs = to.kind() == Relation.Kind.RUNS;
        for (long parameter : to.parameters()) {
            int variable = Column.variable(parameter);
            boolean changes = lost.contains(variable)
                    || t.written().contains(variable)
                            && system.variable(variable).isGlobal();
            boolean first = runs && Column.moment(parameter) == 0;
            columns.add(Column.of(variable, first ? BEFORE : changes ? AFTER : now));
        }
        add(premise, List.of(before, suffered(effect, t, now)), rows, new Atom(to, columns), Optional.of(t));
    }

    /** The effect of a step, where what its maker owns is not mixed up with what the sufferer owns. */
    private Atom suffered(Relation effect, Transition t, int now) {
        Atom plain = Atom.between(effect, t, now, AFTER);
        return new Atom(
                effect,
                plain.columns().stream()
                        .map(column -> system.variable(Column.variable(column)).isGlobal()
                                ? column
                                : Long.valueOf(Column.of(Column.variable(column), ACTOR)))
                        .toList());
    }

    void add(String premise, List<Atom> body, List<Row> rows, Atom head, Optional<Transition> transition) {
        clauses.add(new Clause("c" + clauses.size(), premise, body, rows, Optional.of(head), List.of(), transition));
    }

    private List<Row> stepRows(Transition t, int now, int next) {
        var rows = new ArrayList<>(t.rows(system, now, next, CHOICES));
        var seen = new ArrayList<Variable>(system.globals());
        seen.addAll(system.live(t.thread(), t.source()));
        rows.addAll(system.ranges(seen, now));
        rows.addAll(system.ranges(t.written().stream().map(system::variable).toList(), next));
        return rows;
    }
}
