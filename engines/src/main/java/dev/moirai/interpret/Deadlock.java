package dev.moirai.interpret;

import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.property.Violation.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Describes a state in which some thread waits and none can move, beginning with its cause: a cycle of threads each of
 * which waits for the next, if there is one, else a thread that waits for something that no thread will do. Threads
 * that only wait for those, such as a {@code main} that joins them, come last.
 */
final class Deadlock {
    private final CompiledProgram program;
    private final State state;
    private final List<Integer> blocked;

    private Deadlock(CompiledProgram program, State state, List<Integer> blocked) {
        this.program = program;
        this.state = state;
        this.blocked = blocked;
    }

    static Optional<Violation> in(CompiledProgram program, State state) {
        int holder = state.atomicHolder;
        List<Integer> blocked = new ArrayList<>();
        for (int i = 0; i < state.threadCount(); i++) {
            if (holder != State.NOBODY && i != holder || state.hasEnded(i)) continue;
            if (Waiters.readiness(program, state, i) == Op.Readiness.READY) return Optional.empty();
            blocked.add(i);
        }
        return blocked.isEmpty() ? Optional.empty() : Optional.of(new Deadlock(program, state, blocked).violation());
    }

    private Violation violation() {
        var places = new ArrayList<Place>();
        for (int thread : inOrder()) {
            Execution x = Waiters.looking(program, state, thread);
            Op op = x.code()[x.thread().pc];
            places.add(x.place("waits " + op.waitsFor(x) + inside()).waitingFor(op.awaited(x)));
        }
        var clauses = places.stream()
                .map(one -> one.thread() + " at " + Names.line(one.span()) + " " + one.what())
                .toList();
        return new Violation(Property.DEADLOCK, "deadlock", clauses, places);
    }

    private String inside() {
        return state.atomicHolder == State.NOBODY ? "" : " inside an atomic section";
    }

    /**
     * The stuck threads in the order of the report: first those of a cycle, each before the one it waits for; then the
     * others by number; those that join at the end.
     */
    private List<Integer> inOrder() {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < blocked.size() && order.isEmpty(); i++) order.addAll(cycle(blocked.get(i)));
        for (int thread : blocked)
            if (!order.contains(thread) && waitsOn(thread).isEmpty()) order.add(thread);
        for (int thread : blocked) if (!order.contains(thread) && !isJoining(thread)) order.add(thread);
        for (int thread : blocked) if (!order.contains(thread)) order.add(thread);
        return order;
    }

    /** The cycle that the thread is part of, from its first thread that waits for a lock; empty if it is in none. */
    private List<Integer> cycle(int thread) {
        var cycle = new ArrayList<Integer>();
        OptionalInt next = OptionalInt.of(thread);
        while (next.isPresent() && !cycle.contains(next.getAsInt())) {
            cycle.add(next.getAsInt());
            next = waitsOn(next.getAsInt());
        }
        if (next.isEmpty() || next.getAsInt() != thread) return List.of();
        for (int turns = 0; turns < cycle.size() && isJoining(cycle.getFirst()); turns++)
            cycle.add(cycle.removeFirst());
        return cycle;
    }

    /** The blocked thread that this one waits for, if it waits for a particular one. */
    private OptionalInt waitsOn(int thread) {
        Execution x = Waiters.looking(program, state, thread);
        OptionalInt other = x.code()[x.thread().pc].waitsOn(x);
        return other.isPresent() && blocked.contains(other.getAsInt()) ? other : OptionalInt.empty();
    }

    private boolean isJoining(int thread) {
        Execution x = Waiters.looking(program, state, thread);
        return x.code()[x.thread().pc] instanceof ThreadOps.Join;
    }
}
