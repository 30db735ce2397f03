package dev.moirai.order;

import dev.moirai.logic.TermPool;
import dev.moirai.order.Event.Write;
import dev.moirai.symbolic.MemoryObject.Cell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * The {@linkplain Lock locks} of a program, and what follows from them. Critical sections are ordered as a whole: one
 * variable says of all events of two of them which come first. Takings need no pi-function; that they find the lock free is
 * that sections exclude each other, which grows with the square of the takings, not with the third power.
 */
final class Locks {
    private final TermPool pool;
    private final HappensBefore happensBefore;
    private final Map<Cell, Lock> locks = new LinkedHashMap<>();

    /** The takings of one lock by which two events are kept apart. */
    record Sections(Event first, Event second) {}

    Locks(Encoder encoder, Map<Cell, List<Write>> writes, HappensBefore happensBefore) {
        this.pool = encoder.pool();
        this.happensBefore = happensBefore;
        writes.forEach((cell, all) -> Lock.of(cell, encoder.memory().atStart(cell), all, encoder.threads(), pool)
                .ifPresent(lock -> locks.put(cell, lock)));
    }

    /** Whether the event's read of the cell is that of a taking, tied to others by {@link #exclude}. */
    boolean isTaking(Event event, Cell cell) {
        Lock lock = locks.get(cell);
        return lock != null && lock.isTaken(event);
    }

    /** Two events of different threads that never happen while the other's thread is in its section. */
    Optional<Sections> apart(Event first, Event second) {
        if (first.thread() == second.thread() || first.isAtTheEnd() || second.isAtTheEnd()) return Optional.empty();
        for (Lock lock : locks.values()) {
            Optional<Event> one = lock.section(first);
            if (one.isEmpty()) continue;
            Optional<Event> other = lock.section(second);
            if (other.isPresent()) return Optional.of(new Sections(one.get(), other.get()));
        }
        return Optional.empty();
    }

    /** Whether the read never sees the write, because of a lock that both threads have. */
    boolean isHidden(Write write, Event read, List<Write> all) {
        if (write.event().thread() == read.thread()) return false;
        Lock own = locks.get(write.cell());
        // Nobody else has changed the lock since it was taken.
        if (own != null && !own.isTaken(read) && !own.holding(read).isEmpty()) return true;
        for (Lock lock : locks.values()) {
            Optional<Event> theirs = lock.section(write.event());
            if (theirs.isEmpty()) continue;
            Optional<Event> ours = lock.section(read);
            if (ours.isEmpty()) continue;
            for (Write other : all) {
                boolean hides = other.event().thread() == read.thread()
                        ? lock.section(other.event()).equals(ours) && happensBefore.isSureBefore(other, read)
                        : lock.section(other.event()).equals(theirs)
                                && isAlwaysOverwritten(write, other, lock.returns(theirs.get()));
                if (hides) return true;
            }
        }
        return false;
    }

    /** Whether nobody gives the lock back after one write and without the other after it. */
    private static boolean isAlwaysOverwritten(Write write, Write by, List<Write> returns) {
        if (by.event().number() <= write.event().number()
                || by.guard() != by.at().term()) return false;
        for (Write giving : returns) {
            if (giving.event().number() < write.event().number()) continue;
            if (giving.event().number() < by.event().number()
                    || !giving.event().enabled().extendsFrom(by.at())) return false;
        }
        return true;
    }

    /** Of two sections of one lock one is over before the other begins. */
    void exclude(PiFunction.Order<Event> order, Sequence sequence, IntConsumer constraints) {
        for (Lock lock : locks.values()) {
            for (Write taking : lock.takings()) {
                pool.lookAtClock();
                for (Event earlier : lock.pending(taking.event())) {
                    demandEnd(lock, earlier, taking, TermPool.TRUE, sequence, constraints);
                }
                for (Write other : lock.takings()) {
                    if (other.event().thread() == taking.event().thread()) continue;
                    int before = order.before(other.event(), taking.event());
                    demandEnd(lock, other.event(), taking, before, sequence, constraints);
                }
            }
        }
    }

    private void demandEnd(
            Lock lock, Event earlier, Write taking, int before, Sequence sequence, IntConsumer constraints) {
        int both = pool.and(pool.and(before, lock.takes(earlier)), taking.guard());
        if (both == TermPool.FALSE) return;
        int over = TermPool.FALSE;
        for (Write giving : lock.returns(earlier)) {
            if (happensBefore.isBefore(taking.event(), giving.event())) continue;
            int ends = lock.ends(earlier, giving);
            over = pool.or(over, ends);
            if (!happensBefore.isBefore(giving.event(), taking.event()))
                sequence.demand(
                        pool.and(both, ends),
                        giving.event().number(),
                        taking.event().number());
        }
        int demand = pool.implies(both, over);
        if (demand != TermPool.TRUE) constraints.accept(demand);
    }
}
