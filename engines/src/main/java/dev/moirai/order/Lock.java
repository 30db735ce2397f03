package dev.moirai.order;

import dev.moirai.ir.Instr;
import dev.moirai.logic.TermPool;
import dev.moirai.order.Event.Write;
import dev.moirai.symbolic.MemoryObject.Cell;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A cell that works as a lock, be it a mutex of the library or a flag of the program's own: it is free at first, who
 * writes anything else has found it free (takes it), and who writes that it is free has taken it before on every way
 * through the text, and not given it back since.
 *
 * <p>Claim: of two threads never both have it. By induction over the order of events the cell is free where nobody has it,
 * and else exactly one has; for a taking finds it free, and nobody gives back what another has.
 */
final class Lock {
    private final Cell cell;
    private final TermPool pool;
    private final int free;
    private final List<Write> takings = new ArrayList<>();
    /** For an event, the takings of its thread of which one still holds when it happens. */
    private final Map<Event, Set<Event>> holdings = new HashMap<>();
    /** For a taking, the earlier takings of its thread that may not have been given back yet. */
    private final Map<Event, Set<Event>> pending = new HashMap<>();
    /** For a taking, the events that may give it back. */
    private final Map<Event, List<Write>> returns = new LinkedHashMap<>();

    /** What a thread may have done last to the lock: given it back, or taken it by one of these takings. */
    private record State(boolean mayBeFree, Set<Event> takings) {
        static final State FREE = new State(true, Set.of());

        boolean isHeld() {
            return !mayBeFree;
        }

        State or(@Nullable State other) {
            if (other == null || other.equals(this)) return this;
            var both = new LinkedHashSet<>(takings);
            both.addAll(other.takings);
            return new State(mayBeFree || other.mayBeFree, both);
        }
    }

    private Lock(Cell cell, TermPool pool, int free) {
        this.cell = cell;
        this.pool = pool;
        this.free = free;
    }

    /** @param writes all there are to the cell once there are several threads */
    static Optional<Lock> of(Cell cell, int atStart, List<Write> writes, List<ThreadEncoding> threads, TermPool pool) {
        if (cell.width() == 0 || !pool.isConstant(atStart)) return Optional.empty();
        var lock = new Lock(cell, pool, atStart);
        for (Write write : writes) {
            if (lock.isTaking(write)) lock.takings.add(write);
            else if (write.value() != atStart) return Optional.empty();
        }
        if (lock.takings.isEmpty()) return Optional.empty();
        for (ThreadEncoding thread : threads) if (!lock.follow(thread)) return Optional.empty();
        return Optional.of(lock);
    }

    private boolean isTaking(Write write) {
        Integer found = write.event().reads().get(cell);
        return found != null
                && write.isSure()
                && pool.eq(write.value(), free) == TermPool.FALSE
                && write.event().enabled().decide(pool.eq(found, free)) == TermPool.TRUE;
    }

    /** Along all ways through the text; false if the lock may be given back by a thread that does not have it. */
    private boolean follow(ThreadEncoding encoding) {
        Map<String, State> arriving = new HashMap<>();
        @Nullable State state = State.FREE;
        List<Instr> body = encoding.thread().body();
        for (int at = 0; at < body.size(); at++) {
            Instr instr = body.get(at);
            if (instr instanceof Instr.Label(var name, var _)) {
                State come = arriving.get(name);
                state = state == null ? come : state.or(come);
            }
            if (encoding.reached()[at] == TermPool.FALSE) state = null;
            if (state == null) continue;
            Event event = encoding.events().get(at);
            if (event != null) {
                state = after(event, state);
                if (state == null) return false;
            }
            switch (instr) {
                case Instr.Goto(var target, var _) -> {
                    arriving.merge(target, state, State::or);
                    state = null;
                }
                case Instr.Branch(var _, var whenTrue, var whenFalse, var _) -> {
                    arriving.merge(whenTrue, state, State::or);
                    arriving.merge(whenFalse, state, State::or);
                    state = null;
                }
                case Instr.Return _ -> state = null;
                default -> {}
            }
        }
        return true;
    }

    private @Nullable State after(Event event, State before) {
        Write write = event.writes().get(cell);
        if (write == null) {
            if (before.isHeld()) holdings.put(event, before.takings());
            return before;
        }
        if (isTaking(write)) {
            pending.put(event, before.takings());
            var now = new State(false, Set.of(event));
            holdings.put(event, now.takings());
            return now;
        }
        if (!before.isHeld()) return null;
        holdings.put(event, before.takings());
        for (Event taking : before.takings())
            returns.computeIfAbsent(taking, _ -> new ArrayList<>()).add(write);
        return write.isSure() ? State.FREE : new State(true, before.takings());
    }

    List<Write> takings() {
        return takings;
    }

    /** Whether the event finds the lock free whenever it happens. */
    boolean isTaken(Event event) {
        return pending.containsKey(event);
    }

    /** By which takings, one of them, the event's thread has the lock when it happens; none if it need not have it. */
    Set<Event> holding(Event event) {
        return holdings.getOrDefault(event, Set.of());
    }

    /** The one taking by which the event's thread has the lock when it happens. */
    Optional<Event> section(Event event) {
        Set<Event> holding = holding(event);
        return holding.size() == 1 ? Optional.of(holding.iterator().next()) : Optional.empty();
    }

    Set<Event> pending(Event taking) {
        return pending.getOrDefault(taking, Set.of());
    }

    List<Write> returns(Event taking) {
        return returns.getOrDefault(taking, List.of());
    }

    /** When the taking happens. */
    int takes(Event taking) {
        return Objects.requireNonNull(taking.writes().get(cell)).guard();
    }

    /** That {@code giving} gives back what {@code taking} took: of the takings it may end it is the last. */
    int ends(Event taking, Write giving) {
        int ends = giving.guard();
        Set<Event> may = holding(giving.event());
        if (may.size() == 1) return ends;
        ends = pool.and(ends, takes(taking));
        for (Event other : may) if (other.number() > taking.number()) ends = pool.and(ends, -takes(other));
        return ends;
    }
}
