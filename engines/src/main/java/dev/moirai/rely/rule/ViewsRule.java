package dev.moirai.rely.rule;

import dev.moirai.rely.transition.Location;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * The rule PROGTERM (Popeea and Rybalchenko, Figure 1): the views of all threads on a run are combined before a rank
 * must fall, {@code T_1 and ... and T_N -> WF}. So one thread's view may say that it iterated its own loop, which ends,
 * and another's that nothing else can have changed what that loop counts.
 *
 * <p>The figure requires this of all runs; here runs are distinguished by the thread whose step begins them, the
 * target, which leaves a loop head. A tuple of views that began with steps of different threads is no run and needs no
 * rank; and the rule applies to one thread even if others do not end. If it holds for every thread, the program
 * terminates.
 *
 * <p>It suffices to require a rank where every viewer stands where it stood: of the infinitely many times that the
 * target leaves a head, infinitely many find the viewers, which are finitely many at finitely many places, at the same
 * places. Threads of which there is any number are no viewers.
 */
final class ViewsRule extends ModularRule {
    ViewsRule(TransitionSystem system, int target, Relations relations, Premises premises) {
        super(system, target, relations, premises);
    }

    /** The threads whose view can tell something; those with loops first. */
    static List<ThreadSystem> viewers(TransitionSystem system, int target) {
        return system.threads().stream()
                .filter(thread -> thread.number() != target && !thread.isMany())
                .filter(thread -> thread.transitions().stream().anyMatch(t -> isEffect(system, t)))
                .sorted(Comparator.comparing(thread -> thread.loopHeads().isEmpty()))
                .toList();
    }

    @Override
    void decrease(Location head) {
        List<Integer> place = List.of(head.number());
        var views = new ArrayList<>(List.of(relations.runs(target, place, place)));
        for (ThreadSystem viewer : viewers(system, target)) {
            seenBy(viewer, head);
            views.add(relations.back(viewer.number(), head.number()));
        }
        premises.decrease(views, head);
    }

    private void seenBy(ThreadSystem viewer, Location head) {
        int i = viewer.number();
        List<Transition> beginnings = system.thread(target).from(head.number());
        for (Transition t : beginnings) {
            // A step that changes a global has its effect among those that the viewer suffers anyway.
            if (!isEffect(system, t)) effect(t, relations.effect(t, List.of(), i));
        }
        for (Location from : used(viewer)) {
            Relation states = relations.states(i, List.of(from.number()));
            Relation same = relations.seen(i, head.number(), from.number(), from.number());
            for (Transition t : beginnings) {
                premises.beginSeen(viewer.name(), states, relations.effect(t, List.of(), i), t, same);
            }
            Set<Integer> cycle = aroundTo(viewer, from.number());
            for (int place : cycle) {
                Relation seen = relations.seen(i, head.number(), from.number(), place);
                for (Transition t : viewer.from(place)) {
                    if (!cycle.contains(t.target())) continue;
                    premises.extend(seen, t, relations.seen(i, head.number(), from.number(), t.target()));
                }
                for (Transition t : environment(i)) {
                    premises.extendByEnvironment(seen, relations.effect(t, List.of(), i), t, seen);
                }
            }
            premises.back(viewer.name(), same, relations.back(i, head.number()));
        }
    }

    /** The places on paths from a place back to it; a thread that leaves them does not come back. */
    private static Set<Integer> aroundTo(ThreadSystem thread, int place) {
        var forth = reached(thread, place, Transition::source, Transition::target);
        forth.retainAll(reached(thread, place, Transition::target, Transition::source));
        return forth;
    }

    private static Set<Integer> reached(
            ThreadSystem thread, int place, ToIntFunction<Transition> from, ToIntFunction<Transition> to) {
        Set<Integer> reached = new TreeSet<>(Set.of(place));
        var pending = new ArrayDeque<Integer>(reached);
        while (!pending.isEmpty()) {
            int at = pending.poll();
            for (Transition t : thread.transitions()) {
                if (from.applyAsInt(t) == at && reached.add(to.applyAsInt(t))) pending.add(to.applyAsInt(t));
            }
        }
        return reached;
    }
}
