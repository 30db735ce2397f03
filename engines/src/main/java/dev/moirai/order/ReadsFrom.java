package dev.moirai.order;

import dev.moirai.logic.Precedence;
import dev.moirai.logic.TermPool;
import dev.moirai.order.Event.Write;
import dev.moirai.symbolic.MemoryObject.Cell;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which pi-functions a program has (Wang, Kundu, Limaye, Ganai, Gupta, section 4.1): each read, with the writes to its cell it
 * may see. That nothing is written in between is left to the theory of orders. Sources that cannot be are left out before: those that come later, those that are overwritten for sure, those whose
 * value the read's own condition excludes.
 */
final class ReadsFrom {
    /** Who has written what was there at first. */
    private static final int NOBODY = -1;

    private final TermPool pool;
    private final SharedMemory memory;
    private final HappensBefore happensBefore;
    private final List<Event> events;
    private final Map<Cell, List<Write>> writes = new LinkedHashMap<>();
    /** The cells that are read, numbered. */
    private final Map<Cell, Integer> places = new HashMap<>();

    private final List<Integer> constraints = new ArrayList<>();
    private final Locks locks;
    private final Sequence sequence;

    /** A read: an event, a cell, and the value found there. */
    private record Read(Event event, Cell cell, int value) {}

    /** What a read may have read: the first contents, perhaps, and writes. */
    private record Sources(boolean first, List<Write> writes) {}

    ReadsFrom(Encoder encoder, List<List<Integer>> alike) {
        this.pool = encoder.pool();
        this.memory = encoder.memory();
        this.events = encoder.events();
        this.happensBefore = new HappensBefore(encoder.spawns());
        this.sequence = new Sequence(pool, events.size());
        for (Event event : events) {
            for (Write write : event.writes().values()) {
                writes.computeIfAbsent(write.cell(), _ -> new ArrayList<>()).add(write);
            }
        }
        orderOfText(encoder);
        new FirstSteps(pool, events).inOrder(alike, happensBefore, sequence);
        this.locks = new Locks(encoder, writes, happensBefore);
        var reads = new ArrayList<Read>();
        for (Event event : events) {
            event.reads().forEach((cell, value) -> {
                if (!locks.isTaking(event, cell)) reads.add(new Read(event, cell, value));
            });
        }
        Map<Read, Sources> known = findForced(reads);
        var seen = new LinkedHashMap<Cell, Set<Write>>();
        for (Read read : reads) {
            Sources found = known.get(read);
            tie(
                    read,
                    found != null ? found : sources(read),
                    seen.computeIfAbsent(read.cell(), _ -> new LinkedHashSet<>()));
        }
        seen.forEach(this::decideOrder);
        for (Event event : events) {
            if (!event.stepsBefore().isEmpty()) for (Read read : reads) comesWithItsStep(event, read);
        }
        locks.exclude(this::before, sequence, constraints::add);
    }

    /**
     * An event that happens together with an earlier step is seen from that step on: who reads before the event, reads
     * before the step.
     */
    private void comesWithItsStep(Event event, Read read) {
        if (!event.writes().containsKey(read.cell()) || read.event().thread() == event.thread()) return;
        int later = TermPool.FALSE;
        for (Event step : event.stepsBefore()) {
            int clause = pool.or(
                    -read.event().happens(pool),
                    -event.happens(pool),
                    -step.happens(pool),
                    later,
                    before(event, read.event()),
                    before(read.event(), step));
            if (clause != TermPool.TRUE) constraints.add(clause);
            later = pool.or(later, step.happens(pool));
        }
    }

    List<Integer> constraints() {
        return constraints;
    }

    Precedence precedence() {
        return sequence.precedence();
    }

    /** The pairs of events whose order is open. */
    List<Cube.Decision> open() {
        return sequence.asked();
    }

    /** That the events are in this order. */
    int holds(Cube.Decision decision) {
        return sequence.before(decision.first(), decision.second());
    }

    /** What is before what in the text, in chains. */
    private void orderOfText(Encoder encoder) {
        Map<Integer, Event> last = new LinkedHashMap<>();
        for (Event event : events) {
            if (event.isAtTheEnd()) continue;
            Event before = last.getOrDefault(event.thread(), encoder.spawns().get(event.thread()));
            if (before != null) sequence.demand(TermPool.TRUE, before.number(), event.number());
            last.put(event.thread(), event);
        }
        for (Event event : events) {
            if (!event.isAtTheEnd()) continue;
            for (Event before : last.values()) sequence.demand(TermPool.TRUE, before.number(), event.number());
        }
    }

    /**
     * Reads that can have only one source; that says more of what is before what, and so may leave fewer sources to
     * others. Returns the sources that were found for the others, when nothing more was said.
     */
    private Map<Read, Sources> findForced(List<Read> reads) {
        var open = new ArrayList<>(reads);
        var known = new IdentityHashMap<Read, Sources>();
        boolean found = true;
        while (found) {
            found = false;
            known.clear();
            for (var i = open.iterator(); i.hasNext(); ) {
                Read read = i.next();
                Sources sources = sources(read);
                known.put(read, sources);
                if (sources.first() || sources.writes().size() != 1) continue;
                Write only = sources.writes().getFirst();
                if (!happensBefore.isBefore(only.event(), read.event())) {
                    happensBefore.add(only.event(), read.event());
                    sequence.demand(
                            read.event().happens(pool),
                            only.event().number(),
                            read.event().number());
                    found = true;
                }
                i.remove();
            }
        }
        return known;
    }

    private Sources sources(Read read) {
        // Comparing all writes with each other makes no terms, which would look at the clock themselves.
        pool.lookAtClock();
        List<Write> all = writes.getOrDefault(read.cell(), List.of());
        var sure = new ArrayList<Write>();
        for (Write write : all) if (happensBefore.isSureBefore(write, read.event())) sure.add(write);
        var possible = new ArrayList<Write>();
        for (Write write : all) {
            if (write.event() == read.event() || happensBefore.isBefore(read.event(), write.event())) continue;
            if (isExcluded(read, write.value()) || isOverwritten(write, sure)) continue;
            if (locks.isHidden(write, read.event(), all)) continue;
            possible.add(write);
        }
        boolean first = sure.isEmpty() && !isExcluded(read, memory.atStart(read.cell()));
        return new Sources(first, possible);
    }

    private boolean isExcluded(Read read, int value) {
        int same = pool.eq(read.value(), value);
        return same == TermPool.FALSE || read.event().enabled().decide(same) == TermPool.FALSE;
    }

    /** @param sure the writes that have been made for sure when the read happens */
    private boolean isOverwritten(Write write, List<Write> sure) {
        for (Write other : sure) {
            if (other != write && happensBefore.isBefore(write.event(), other.event())) return true;
        }
        return false;
    }

    /** @param seen where writes are put that the read may see */
    private void tie(Read read, Sources sources, Set<Write> seen) {
        int place = places.computeIfAbsent(read.cell(), _ -> places.size());
        int happens = read.event().happens(pool);
        int some = TermPool.FALSE;
        boolean one = sources.writes().size() + (sources.first() ? 1 : 0) == 1;
        if (sources.first()) {
            int chosen = one ? happens : pool.boolVar("rf " + read.event() + " " + read.cell() + " first");
            some = pool.or(some, chosen);
            demand(-chosen, pool.eq(read.value(), memory.atStart(read.cell())));
            sequence.sees(chosen, NOBODY, read.event().number(), place);
        }
        for (Write source : sources.writes()) {
            int chosen = one ? happens : pool.boolVar("rf " + read.event() + " " + read.cell() + " " + source.event());
            some = pool.or(some, chosen);
            demand(-chosen, source.guard());
            demand(-chosen, pool.eq(read.value(), source.value()));
            isBefore(chosen, source.event(), read.event());
            sequence.sees(chosen, source.event().number(), read.event().number(), place);
        }
        seen.addAll(sources.writes());
        demand(-happens, some);
    }

    /** Of two writes that happen, one of which may be seen, one is first. */
    private void decideOrder(Cell cell, Set<Write> seen) {
        pool.lookAtClock();
        List<Write> all = writes.getOrDefault(cell, List.of());
        int place = places.getOrDefault(cell, -1);
        for (Write write : all) sequence.writes(write.guard(), write.event().number(), place);
        for (Write write : seen) {
            for (Write other : all) if (other != write) before(other.event(), write.event());
        }
    }

    private void isBefore(int condition, Event first, Event second) {
        if (happensBefore.isBefore(first, second)) return;
        if (locks.apart(first, second).isPresent()) demand(-condition, before(first, second));
        else sequence.demand(condition, first.number(), second.number());
    }

    private void demand(int... literals) {
        int clause = pool.or(literals);
        if (clause != TermPool.TRUE) constraints.add(clause);
    }

    /** That {@code first} is before {@code second}, if both happen. */
    int before(Event first, Event second) {
        if (happensBefore.isBefore(first, second)) return TermPool.TRUE;
        if (happensBefore.isBefore(second, first)) return TermPool.FALSE;
        return locks.apart(first, second)
                .filter(sections -> sections.first() != first || sections.second() != second)
                .map(sections -> before(sections.first(), sections.second()))
                .orElseGet(() -> sequence.before(first.number(), second.number()));
    }
}
