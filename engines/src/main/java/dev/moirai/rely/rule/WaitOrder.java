package dev.moirai.rely.rule;

import dev.moirai.rely.transition.Linear;
import dev.moirai.rely.transition.Location;
import dev.moirai.rely.transition.Resource;
import dev.moirai.rely.transition.Row;
import dev.moirai.rely.transition.ThreadSystem;
import dev.moirai.rely.transition.TransitionSystem;
import dev.moirai.rely.transition.Variable;
import dev.moirai.rely.transition.Wait;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * That threads wait in an order, for any number of threads. Resources are the locks that are certainly known, and the
 * ends of threads. A thread holds the locks that it has taken and not given back, and, until it ends, its own end.
 *
 * <p>Claim: there is no deadlock if a thread waits only for what comes after everything that it holds, in one order without
 * cycles; if no thread ends while it holds a lock; and if no thread waits for anything else, or inside an atomic section.
 * For in a deadlock some thread is blocked. What it waits for is held by a thread that has not ended: a lock by one that
 * has taken it and not given it back, the end of a thread by that thread. As nobody can move, that one is blocked too, and
 * waits for something later in the order. So there would be later and later resources without end, of finitely many.
 *
 * <p>That a thread holds nothing else where it waits are premises, one for each resource that it does not hold. The order
 * of what is left is looked for here.
 */
public final class WaitOrder {
    /** Whoever holds the one may wait for the other. */
    private record Edge(Resource held, Resource awaited) {}

    /** What breaks the order if its premise does not hold. */
    private record Fact(Optional<Edge> edge, String words) {}

    /** What becomes of the order if some of the premises do not hold. */
    public sealed interface Judgement {
        /** @param clauses without those about what the order allows */
        record Ordered(List<Clause> clauses, List<Resource> order) implements Judgement {}

        record Unordered(String why) implements Judgement {}
    }

    private final TransitionSystem system;
    private final Relations relations;
    private final Premises premises;
    /** By the names of their premises. */
    private final Map<String, Fact> facts = new LinkedHashMap<>();

    private final Set<Resource> awaited = new LinkedHashSet<>();

    private WaitOrder(TransitionSystem system) {
        this.system = system;
        this.relations = new Relations(system, Exposure.MODULAR, Clauses.Effects.SHARED);
        this.premises = new Premises(system, 0, List.of());
    }

    /** Empty if there would be too many premises. */
    public static Optional<WaitOrder> of(TransitionSystem system) {
        var order = new WaitOrder(system);
        return order.make() ? Optional.of(order) : Optional.empty();
    }

    private boolean make() {
        var rule = new ModularRule(system, 0, relations, premises);
        if (!rule.isSmall()) return false;
        for (ThreadSystem thread : system.threads()) {
            rule.statesOf(thread);
            for (Location location : rule.used(thread)) location.waits().forEach(wait -> awaited.add(wait.resource()));
        }
        for (ThreadSystem thread : system.threads()) {
            for (Location location : rule.used(thread)) {
                Relation states = relations.states(thread.number(), List.of(location.number()));
                for (Wait wait : location.waits()) waits(thread, states, wait);
                if (location.kind() == Location.Kind.ENDED) ends(thread, states);
            }
        }
        return true;
    }

    private void waits(ThreadSystem thread, Relation states, Wait wait) {
        if (wait.isBirth()) return;
        String who = thread.name() + " waits for " + wait.resource().words() + " at " + wait.span();
        if (wait.stopsAll()) never(states, wait.rows(), Optional.empty(), who + " in an atomic section");
        if (wait.resource() instanceof Resource.Other) never(states, wait.rows(), Optional.empty(), who);
        var end = new Resource.End(thread.number(), thread.name());
        if (awaited.contains(end)) {
            String words = who + ", and its own end is waited for";
            never(states, wait.rows(), Optional.of(new Edge(end, wait.resource())), words);
        }
        holdings(thread).forEach((lock, held) -> {
            var rows = new ArrayList<>(wait.rows());
            rows.add(holds(held));
            never(states, rows, Optional.of(new Edge(lock, wait.resource())), who + " while it holds " + lock.name());
        });
    }

    private void ends(ThreadSystem thread, Relation states) {
        holdings(thread)
                .forEach((lock, held) -> never(
                        states,
                        List.of(holds(held)),
                        Optional.empty(),
                        thread.name() + " ends while it holds " + lock.name()));
    }

    /** The variables which say that a thread holds locks, of those that somebody waits for. */
    private Map<Resource.Lock, Variable> holdings(ThreadSystem thread) {
        var holdings = new LinkedHashMap<Resource.Lock, Variable>();
        for (Resource resource : awaited) {
            if (resource instanceof Resource.Lock lock)
                system.holding(thread, lock).ifPresent(held -> holdings.put(lock, held));
        }
        return holdings;
    }

    private static Row holds(Variable held) {
        return Row.atLeast(held.now(), Linear.of(1));
    }

    private void never(Relation states, List<Row> rows, Optional<Edge> edge, String words) {
        String name = premises.never(states, rows, "it never happens that " + words);
        facts.put(name, new Fact(edge, words));
    }

    /** The premises, with one for everything that a thread might wait for while it holds something. */
    public List<Clause> clauses() {
        return premises.all();
    }

    /** Whether there is an order, if these premises do not hold. */
    public Judgement judge(Set<String> broken) {
        Map<Edge, String> edges = new LinkedHashMap<>();
        for (String name : broken.stream().sorted().toList()) {
            Fact fact = facts.get(name);
            if (fact == null) throw new IllegalStateException("no premise about what waits: " + name);
            if (fact.edge().isEmpty()) return new Judgement.Unordered(fact.words());
            edges.putIfAbsent(fact.edge().get(), fact.words());
        }
        var order = new ArrayList<Resource>();
        Map<Resource, Boolean> isDone = new HashMap<>();
        for (Edge edge : edges.keySet()) {
            Optional<Edge> back = visit(edge.held(), edges.keySet(), isDone, order);
            if (back.isPresent()) return new Judgement.Unordered("threads wait in no order: " + edges.get(back.get()));
        }
        List<Clause> kept =
                clauses().stream().filter(it -> !broken.contains(it.name())).toList();
        return new Judgement.Ordered(kept, order.reversed());
    }

    /** Visits what comes after a resource before the resource itself; an edge that closes a cycle, if there is one. */
    private static Optional<Edge> visit(
            Resource from, Set<Edge> edges, Map<Resource, Boolean> isDone, List<Resource> done) {
        if (isDone.containsKey(from)) return Optional.empty();
        isDone.put(from, false);
        for (Edge edge : edges) {
            if (!edge.held().equals(from)) continue;
            if (Boolean.FALSE.equals(isDone.get(edge.awaited()))) return Optional.of(edge);
            Optional<Edge> back = visit(edge.awaited(), edges, isDone, done);
            if (back.isPresent()) return back;
        }
        isDone.put(from, true);
        done.add(from);
        return Optional.empty();
    }
}
