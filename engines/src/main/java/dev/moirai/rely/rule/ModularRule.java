package dev.moirai.rely.rule;

import dev.moirai.rely.transition.Location;
import dev.moirai.rely.transition.Start;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The premises where each relation knows one thread: its states, its effects on others, and the runs of the target.
 *
 * <p>A thread that stands for any number of copies is also part of its own environment: one copy may suffer what
 * another does. That makes the rule sound for every number of copies.
 */
class ModularRule {
    private static final int MOST_EFFECTS = 30_000;

    final TransitionSystem system;
    final int target;
    final Relations relations;
    final Premises premises;

    ModularRule(TransitionSystem system, int target, Relations relations, Premises premises) {
        this.system = system;
        this.target = target;
        this.relations = relations;
        this.premises = premises;
    }

    void make() {
        for (ThreadSystem thread : system.threads()) statesOf(thread);
        ThreadSystem thread = system.thread(target);
        for (Location head : used(thread)) {
            if (!head.isLoopHead()) continue;
            runsFrom(head);
            decrease(head);
        }
    }

    final void statesOf(ThreadSystem thread) {
        int i = thread.number();
        for (Start start : system.starts()) {
            premises.start(
                    thread.name(),
                    start,
                    relations.states(i, List.of(start.locations().get(i))));
        }
        for (Transition t : thread.transitions()) {
            Relation from = relations.states(i, List.of(t.source()));
            premises.step(thread.name(), from, t, relations.states(i, List.of(t.target())));
        }
        for (Transition t : environment(i)) {
            Relation effect = relations.effect(t, List.of(), i);
            effect(t, effect);
            for (Location location : used(thread)) {
                Relation states = relations.states(i, List.of(location.number()));
                premises.environment(thread.name(), states, effect, t, states);
            }
        }
    }

    final void effect(Transition t, Relation effect) {
        if (!relations.isUndefined(effect)) return;
        Relation from = relations.states(t.thread(), List.of(t.source()));
        premises.effect(system.thread(t.thread()).name(), from, t, effect);
    }

    private void runsFrom(Location head) {
        ThreadSystem thread = system.thread(target);
        List<Integer> from = List.of(head.number());
        for (Transition t : thread.from(head.number())) {
            premises.begin(relations.states(target, from), t, relations.runs(target, from, List.of(t.target())));
        }
        for (Location location : used(thread)) {
            Relation runs = relations.runs(target, from, List.of(location.number()));
            for (Transition t : thread.from(location.number())) {
                premises.extend(runs, t, relations.runs(target, from, List.of(t.target())));
            }
            for (Transition t : environment(target)) {
                premises.extendByEnvironment(runs, relations.effect(t, List.of(), target), t, runs);
            }
        }
    }

    /** Requires a rank for the runs that come back to a loop head. */
    void decrease(Location head) {
        List<Integer> place = List.of(head.number());
        premises.decrease(List.of(relations.runs(target, place, place)), head);
    }

    /**
     * The steps that thread i may suffer from: those of others that change a global, and its own if there are copies of
     * it.
     */
    final List<Transition> environment(int i) {
        return system.threads().stream()
                .filter(other -> other.number() != i || other.isMany())
                .flatMap(other -> other.transitions().stream())
                .filter(t -> isEffect(system, t))
                .toList();
    }

    static boolean isEffect(TransitionSystem system, Transition t) {
        return t.written().stream().anyMatch(v -> system.variable(v).isGlobal());
    }

    /** Whether there are not too many steps that threads may suffer from for anybody to confirm the premises in time. */
    final boolean isSmall() {
        long effects = 0;
        for (ThreadSystem thread : system.threads())
            effects += (long) used(thread).size() * environment(thread.number()).size();
        return effects <= MOST_EFFECTS;
    }

    /** The locations a thread can stand at. */
    final List<Location> used(ThreadSystem thread) {
        Set<Integer> used = new LinkedHashSet<>();
        for (Start start : system.starts()) used.add(start.locations().get(thread.number()));
        for (Transition t : thread.transitions()) used.add(t.target());
        return used.stream().map(thread::location).toList();
    }
}
