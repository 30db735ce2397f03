package dev.moirai.rely.horn;

import dev.moirai.rely.ranking.Rank;
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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rule THREADTERM (Popeea and Rybalchenko, Figure 3) for one thread, as Horn clauses over relations that are split by
 * where threads stand.
 *
 * <p>Two things differ from the figure. In place of {@code T_i} for {@code i} in 1..N, of which C5 uses the image only, there
 * is a set of states {@code S_i}: {@code T_i(V, V') = S_i(V')} satisfies C1 to C5 exactly if {@code S_i} satisfies the
 * clauses here. And {@code t_k}, here {@code T}, begins where thread k leaves a loop head and must be well-founded only
 * where k stands at the same head again: an infinite number of k's steps leaves some head infinitely often.
 *
 * <p>A thread that stands for any number of copies is also part of its own environment: what one copy does, another may
 * suffer. That makes the rule sound for every number of copies; it is available on the lowest rung only.
 */
public final class Clauses {
    private static final int BEFORE = 0;
    private static final int AFTER = 1;
    private static final int MIDDLE = 2;
    /** A clause has one transition at most, so its free choices may all have one moment. */
    static final int CHOICES = 3;

    private static final int MOST_CLAUSES = 6_000;

    private final TransitionSystem system;
    private final int target;
    private final Exposure exposure;
    private final List<Rank> ranks;
    private final Map<String, Relation> relations = new LinkedHashMap<>();
    private final List<Clause> clauses = new ArrayList<>();
    private final Map<String, Integer> effects = new HashMap<>();
    private final Set<List<Integer>> control;
    private final Optional<FairSteps> fair;

    private Clauses(
            TransitionSystem system,
            int target,
            Exposure exposure,
            List<Rank> ranks,
            Set<List<Integer>> control,
            Optional<FairSteps> fair) {
        this.system = system;
        this.target = target;
        this.exposure = exposure;
        this.ranks = ranks;
        this.control = control;
        this.fair = fair;
    }

    /**
     * The clauses, unless there would be too many or the rung does not exist for the system.
     */
    public static Optional<List<Clause>> of(Question question, Exposure exposure, List<Rank> ranks) {
        TransitionSystem system = question.system(exposure);
        int target = question.thread();
        if (exposure == Exposure.MODULAR || exposure == Exposure.SECTIONS) {
            return Optional.of(new Clauses(system, target, exposure, ranks, Set.of(), Optional.empty()).modular());
        }
        Optional<Set<List<Integer>>> control = question.control(exposure);
        if (control.isEmpty()) return Optional.empty();
        var made = new Clauses(system, target, exposure, ranks, control.get(), question.fairSteps());
        return made.tooMany() ? Optional.empty() : Optional.of(made.exposed());
    }

    private boolean tooMany() {
        long heads = control.stream()
                .filter(places ->
                        system.thread(target).location(places.get(target)).isLoopHead())
                .count();
        long steps = 0;
        for (ThreadSystem thread : system.threads())
            steps += thread.transitions().size();
        long perThread = Math.max(1, steps / Math.max(1, system.threads().size()));
        return heads * control.size() * perThread > MOST_CLAUSES;
    }

    // ---- the lowest rung ---------------------------------------------------------------------------------------

    private List<Clause> modular() {
        for (ThreadSystem thread : system.threads()) {
            int i = thread.number();
            for (Start start : system.starts()) {
                Relation states = states(i, List.of(start.locations().get(i)));
                add("C1 start of " + thread.name(), List.of(), start.rows(), at(states, BEFORE), Optional.empty());
            }
            for (Transition t : thread.transitions()) {
                Relation from = states(i, List.of(t.source()));
                Relation to = states(i, List.of(t.target()));
                step("C2 step of " + thread.name(), List.of(at(from, BEFORE)), t, to);
                if (isEffect(t)) {
                    add(
                            "C4, C5 effect of " + thread.name(),
                            List.of(at(from, BEFORE)),
                            stepRows(t, BEFORE, AFTER, t.written()),
                            between(effect(t, List.of()), BEFORE, AFTER, t.written()),
                            Optional.of(t));
                }
            }
            for (Transition t : environment(i)) {
                for (Location location : used(thread)) {
                    Relation states = states(i, List.of(location.number()));
                    suffer(
                            "C2 environment of " + thread.name(),
                            at(states, BEFORE),
                            BEFORE,
                            t,
                            List.of(),
                            states,
                            AFTER);
                }
            }
        }
        ThreadSystem thread = system.thread(target);
        for (Location head : used(thread)) {
            if (!head.isLoopHead()) continue;
            List<Integer> from = List.of(head.number());
            Relation states = states(target, from);
            for (Transition t : thread.from(head.number())) begin(states, t, runs(from, List.of(t.target())));
            for (Location location : used(thread)) {
                Relation runs = runs(from, List.of(location.number()));
                for (Transition t : thread.from(location.number())) {
                    extend(runs, t, runs(from, List.of(t.target())));
                }
                for (Transition t : environment(target)) {
                    suffer(
                            "C3' environment of " + thread.name(),
                            pair(runs, MIDDLE),
                            MIDDLE,
                            t,
                            List.of(),
                            runs,
                            AFTER);
                }
            }
            decrease(runs(from, from), head);
        }
        return clauses;
    }

    /** The steps that thread i may suffer from: of others that change a global, and its own if there are copies of it. */
    private List<Transition> environment(int i) {
        return system.threads().stream()
                .filter(other -> other.number() != i || other.isMany())
                .flatMap(other -> other.transitions().stream())
                .filter(this::isEffect)
                .toList();
    }

    /** The locations a thread can stand at. */
    private List<Location> used(ThreadSystem thread) {
        Set<Integer> used = new LinkedHashSet<>();
        for (Start start : system.starts()) used.add(start.locations().get(thread.number()));
        for (Transition t : thread.transitions()) used.add(t.target());
        return used.stream().map(thread::location).toList();
    }

    private boolean isEffect(Transition t) {
        return t.written().stream().anyMatch(v -> system.variable(v).isGlobal());
    }

    // ---- higher rungs ------------------------------------------------------------------------------------------

    private List<Clause> exposed() {
        List<Integer> viewers = exposure == Exposure.FULL
                ? List.of(target)
                : system.threads().stream().map(ThreadSystem::number).toList();
        for (int i : viewers) {
            String name =
                    exposure == Exposure.FULL ? "all threads" : system.thread(i).name();
            for (Start start : system.starts()) {
                add(
                        "C1 start of " + name,
                        List.of(),
                        start.rows(),
                        at(states(i, start.locations()), BEFORE),
                        Optional.empty());
            }
            for (List<Integer> places : control) {
                for (ThreadSystem thread : system.threads()) {
                    for (Transition t : steps(places, thread)) exposedStep(i, name, places, t);
                }
            }
        }
        for (List<Integer> head : control) {
            Location location = system.thread(target).location(head.get(target));
            if (!location.isLoopHead()) continue;
            for (Transition t : steps(head, system.thread(target))) {
                after(head, t).ifPresent(next -> begin(states(target, head), t, runs(head, next)));
            }
            for (List<Integer> places : control) {
                Relation runs = runs(head, places);
                for (ThreadSystem thread : system.threads()) {
                    for (Transition t : steps(places, thread)) {
                        after(places, t).ifPresent(next -> {
                            if (exposure == Exposure.FULL || t.thread() == target) extend(runs, t, runs(head, next));
                            else {
                                suffer(
                                        "C3' environment of "
                                                + system.thread(target).name(),
                                        pair(runs, MIDDLE),
                                        MIDDLE,
                                        t,
                                        places,
                                        runs(head, next),
                                        AFTER);
                            }
                        });
                    }
                }
            }
            decrease(runs(head, head), location);
        }
        return clauses;
    }

    /** What a thread can do while all stand at these places. */
    private List<Transition> steps(List<Integer> places, ThreadSystem thread) {
        List<Transition> steps = thread.from(places.get(thread.number()));
        if (fair.isEmpty()) return steps;
        return steps.stream().flatMap(t -> fair.get().of(places, t).stream()).toList();
    }

    private void exposedStep(int i, String name, List<Integer> places, Transition t) {
        Optional<List<Integer>> next = after(places, t);
        if (next.isEmpty()) return;
        Relation from = states(i, places);
        Relation to = states(i, next.get());
        if (exposure == Exposure.FULL || t.thread() == i) {
            step("C2 step of " + name, List.of(at(from, BEFORE)), t, to);
            if (exposure != Exposure.FULL) {
                add(
                        "C4, C5 effect of " + name,
                        List.of(at(from, BEFORE)),
                        stepRows(t, BEFORE, AFTER, t.written()),
                        between(effect(t, places), BEFORE, AFTER, t.written()),
                        Optional.of(t));
            }
        } else {
            suffer("C2 environment of " + name, at(from, BEFORE), BEFORE, t, places, to, AFTER);
        }
    }

    private Optional<List<Integer>> after(List<Integer> places, Transition t) {
        var next = new ArrayList<>(places);
        next.set(t.thread(), t.target());
        return control.contains(next) ? Optional.of(next) : Optional.empty();
    }

    // ---- clauses -----------------------------------------------------------------------------------------------

    private void step(String premise, List<Atom> body, Transition t, Relation to) {
        add(premise, body, stepRows(t, BEFORE, AFTER, t.written()), moved(to, BEFORE, AFTER, t), Optional.of(t));
    }

    private void begin(Relation states, Transition t, Relation to) {
        add(
                "C1', C2' " + system.thread(target).name() + " leaves a loop head",
                List.of(at(states, BEFORE)),
                stepRows(t, BEFORE, AFTER, t.written()),
                run(to, BEFORE, AFTER, t),
                Optional.of(t));
    }

    private void extend(Relation from, Transition t, Relation to) {
        add(
                "C3' step of " + system.thread(t.thread()).name(),
                List.of(pair(from, MIDDLE)),
                stepRows(t, MIDDLE, AFTER, t.written()),
                run(to, MIDDLE, AFTER, t),
                Optional.of(t));
    }

    /** The globals change as the effect says; what is the thread's own stays. */
    private void suffer(
            String premise, Atom before, int now, Transition t, List<Integer> places, Relation to, int next) {
        Relation effect = effect(t, places);
        var columns = new ArrayList<Long>();
        boolean runs = to.kind() == Relation.Kind.RUNS;
        for (long parameter : to.parameters()) {
            int variable = Column.variable(parameter);
            boolean changes =
                    t.written().contains(variable) && system.variable(variable).isGlobal();
            boolean first = runs && Column.moment(parameter) == 0;
            columns.add(Column.of(variable, first ? BEFORE : changes ? next : now));
        }
        add(
                premise,
                List.of(before, between(effect, now, next, t.written())),
                List.of(),
                new Atom(to, columns),
                Optional.of(t));
    }

    private void decrease(Relation runs, Location head) {
        var relevant =
                ranks.stream().filter(rank -> rank.location() == head.number()).toList();
        clauses.add(new Clause(
                "c" + clauses.size(),
                "C6' " + system.thread(target).name() + " comes back to line "
                        + head.span().line(),
                List.of(pair(runs, AFTER)),
                List.of(),
                Optional.empty(),
                relevant,
                Optional.empty()));
    }

    private void add(String premise, List<Atom> body, List<Row> rows, Atom head, Optional<Transition> transition) {
        clauses.add(new Clause("c" + clauses.size(), premise, body, rows, Optional.of(head), List.of(), transition));
    }

    // ---- rows and columns --------------------------------------------------------------------------------------

    private List<Row> stepRows(Transition t, int now, int next, Set<Integer> written) {
        var rows = new ArrayList<>(t.rows(system, now, next, CHOICES));
        var seen = new ArrayList<Variable>(system.globals());
        seen.addAll(system.live(t.thread(), t.source()));
        rows.addAll(system.ranges(seen, now));
        var changed = written.stream().map(system::variable).toList();
        rows.addAll(system.ranges(changed, next));
        return rows;
    }

    /** A state relation at one moment. */
    private static Atom at(Relation relation, int moment) {
        return new Atom(
                relation,
                relation.parameters().stream()
                        .map(parameter -> Column.of(Column.variable(parameter), moment))
                        .toList());
    }

    /** A state relation after a step: what was not written is as before. */
    private static Atom moved(Relation relation, int now, int next, Transition t) {
        return new Atom(
                relation,
                relation.parameters().stream()
                        .map(parameter -> afterStep(parameter, now, next, t))
                        .toList());
    }

    private static long afterStep(long parameter, int now, int next, Transition t) {
        int variable = Column.variable(parameter);
        return Column.of(variable, t.written().contains(variable) ? next : now);
    }

    /** An effect between two moments. */
    private static Atom between(Relation effect, int now, int next, Set<Integer> written) {
        return new Atom(
                effect,
                effect.parameters().stream()
                        .map(parameter -> Column.of(
                                Column.variable(parameter),
                                Column.moment(parameter) == 1 && written.contains(Column.variable(parameter))
                                        ? next
                                        : now))
                        .toList());
    }

    /** Runs from {@link #BEFORE} to a moment. */
    private static Atom pair(Relation runs, int moment) {
        return new Atom(
                runs,
                runs.parameters().stream()
                        .map(parameter ->
                                Column.of(Column.variable(parameter), Column.moment(parameter) == 0 ? BEFORE : moment))
                        .toList());
    }

    private static Atom run(Relation runs, int now, int next, Transition t) {
        return new Atom(
                runs,
                runs.parameters().stream()
                        .map(parameter -> Column.moment(parameter) == 0
                                ? Column.of(Column.variable(parameter), BEFORE)
                                : afterStep(parameter, now, next, t))
                        .toList());
    }

    // ---- relations ---------------------------------------------------------------------------------------------

    private Relation states(int thread, List<Integer> places) {
        String name = "S" + (exposure == Exposure.FULL ? "" : thread) + "_" + text(places);
        return relations.computeIfAbsent(
                name, n -> new Relation(n, Relation.Kind.STATES, thread, places, columns(visible(thread, places), 0)));
    }

    private Relation effect(Transition t, List<Integer> places) {
        int index = effects.computeIfAbsent(t.name(), _ -> effects.size());
        String name = "E" + t.thread() + "_" + index + (places.isEmpty() ? "" : "_" + text(places));
        return relations.computeIfAbsent(name, n -> {
            var columns = new ArrayList<>(columns(system.globals(), 0));
            // What is not written is the same afterwards, and needs no second column.
            columns.addAll(columns(
                    system.globals().stream()
                            .filter(v -> t.written().contains(v.index()))
                            .toList(),
                    1));
            return new Relation(n, Relation.Kind.EFFECT, t.thread(), places, columns);
        });
    }

    private Relation runs(List<Integer> head, List<Integer> places) {
        String name = "T_" + text(head) + "__" + text(places);
        return relations.computeIfAbsent(name, n -> {
            var columns = new ArrayList<>(columns(visible(target, head), 0));
            columns.addAll(columns(visible(target, places), 1));
            return new Relation(n, Relation.Kind.RUNS, target, places, columns);
        });
    }

    private static String text(List<Integer> places) {
        return String.join("_", places.stream().map(String::valueOf).toList());
    }

    private List<Variable> visible(int thread, List<Integer> places) {
        var visible = new ArrayList<>(system.globals());
        switch (exposure) {
            case MODULAR, SECTIONS -> visible.addAll(system.live(thread, places.getFirst()));
            case CONTROL -> visible.addAll(system.live(thread, places.get(thread)));
            case FULL -> {
                for (ThreadSystem other : system.threads()) {
                    visible.addAll(system.live(other.number(), places.get(other.number())));
                }
            }
        }
        return visible;
    }

    private static List<Long> columns(List<Variable> variables, int moment) {
        return variables.stream().map(v -> Column.of(v, moment)).toList();
    }
}
