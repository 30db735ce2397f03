package dev.moirai.rely.rule;

import dev.moirai.rely.transition.Location;
import dev.moirai.rely.transition.Start;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.Transition;
import dev.moirai.rely.transition.TransitionSystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The premises where relations know the places of all threads, and on the highest rung all locals too. */
final class ExposedRule {
    private static final int MOST_CLAUSES = 6_000;

    private final TransitionSystem system;
    private final int target;
    private final Exposure exposure;
    private final Set<List<Integer>> control;
    private final Optional<FairSteps> fair;
    private final Relations relations;
    private final Premises premises;

    ExposedRule(
            ProofQuestion question,
            Exposure exposure,
            Set<List<Integer>> control,
            Relations relations,
            Premises premises) {
        this.system = question.system(exposure);
        this.target = question.thread();
        this.exposure = exposure;
        this.control = control;
        this.fair = question.fairSteps();
        this.relations = relations;
        this.premises = premises;
    }

    /** For proofs that nobody fails: all threads count alike, and so do all schedulers. */
    ExposedRule(
            TransitionSystem system,
            Exposure exposure,
            Set<List<Integer>> control,
            Relations relations,
            Premises premises) {
        this.system = system;
        this.target = 0;
        this.exposure = exposure;
        this.control = control;
        this.fair = Optional.empty();
        this.relations = relations;
        this.premises = premises;
    }

    boolean tooMany() {
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

    void make() {
        states();
        for (List<Integer> head : control) {
            Location location = system.thread(target).location(head.get(target));
            if (location.isLoopHead()) runsFrom(head, location);
        }
    }

    void states() {
        List<Integer> viewers = exposure == Exposure.FULL
                ? List.of(target)
                : system.threads().stream().map(ThreadSystem::number).toList();
        for (int i : viewers) statesOf(i);
    }

    private void statesOf(int i) {
        String name =
                exposure == Exposure.FULL ? "all threads" : system.thread(i).name();
        for (Start start : system.starts()) premises.start(name, start, relations.states(i, start.locations()));
        for (List<Integer> places : control) {
            for (ThreadSystem thread : system.threads()) {
                for (Transition t : steps(places, thread)) {
                    after(places, t).ifPresent(next -> step(i, name, places, t, next));
                }
            }
        }
    }

    private void step(int i, String name, List<Integer> places, Transition t, List<Integer> next) {
        Relation from = relations.states(i, places);
        Relation to = relations.states(i, next);
        if (exposure == Exposure.FULL || t.thread() == i) {
            premises.step(name, from, t, to);
        } else {
            Relation effect = relations.effect(t, places, i);
            if (relations.isUndefined(effect)) {
                premises.effect(system.thread(t.thread()).name(), relations.states(t.thread(), places), t, effect);
            }
            premises.environment(name, from, effect, t, to);
        }
    }

    private void runsFrom(List<Integer> head, Location location) {
        for (Transition t : steps(head, system.thread(target))) {
            after(head, t)
                    .ifPresent(next ->
                            premises.begin(relations.states(target, head), t, relations.runs(target, head, next)));
        }
        for (List<Integer> places : control) {
            Relation runs = relations.runs(target, head, places);
            for (ThreadSystem thread : system.threads()) {
                for (Transition t : steps(places, thread)) {
                    after(places, t).ifPresent(next -> {
                        Relation to = relations.runs(target, head, next);
                        if (exposure == Exposure.FULL || t.thread() == target) premises.extend(runs, t, to);
                        else premises.extendByEnvironment(runs, relations.effect(t, places, target), t, to);
                    });
                }
            }
        }
        premises.decrease(List.of(relations.runs(target, head, head)), location);
    }

    /** The steps that a thread can make while all threads stand at these places. */
    private List<Transition> steps(List<Integer> places, ThreadSystem thread) {
        List<Transition> steps = thread.from(places.get(thread.number()));
        if (fair.isEmpty()) return steps;
        return steps.stream().flatMap(t -> fair.get().of(places, t).stream()).toList();
    }

    private Optional<List<Integer>> after(List<Integer> places, Transition t) {
        var next = new ArrayList<>(places);
        next.set(t.thread(), t.target());
        return control.contains(next) ? Optional.of(next) : Optional.empty();
    }
}
