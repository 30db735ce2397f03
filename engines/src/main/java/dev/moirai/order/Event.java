package dev.moirai.order;

import dev.moirai.logic.TermPool;
import dev.moirai.symbolic.Guard;
import dev.moirai.symbolic.MemoryObject.Cell;
import dev.moirai.symbolic.Outside.Use;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a thread does to shared memory in one go: an instruction, or an atomic section. All its reads come before all its
 * writes; other threads cannot see what it computes in between. Its place in the order of events is its only clock.
 */
public final class Event {
    private int number;
    private final int thread;
    private final int index;
    private final Moment moment;
    private final Guard start;
    private Guard enabled;
    private int refused = TermPool.FALSE;
    private final Map<Cell, Integer> reads = new LinkedHashMap<>();
    private final Map<Cell, Write> writes = new LinkedHashMap<>();
    private final Set<Cell> touched = new LinkedHashSet<>();
    private final Set<Cell> written = new LinkedHashSet<>();
    private List<Event> stepsBefore = List.of();

    enum Moment {
        /** Somewhere among the others. */
        AMONG_OTHERS,
        /** When everything has happened that happens: it sees what memory holds in the end. */
        AT_THE_END
    }

    /**
     * @param at the way to it through the text
     * @param guard when it is written: the way, and that the event does write here
     */
    record Write(Event event, Cell cell, Guard at, int guard, int value) {
        /** Whether the write is made whenever the event happens. */
        boolean isSure() {
            return guard == at.term() && event.enabled().extendsFrom(at);
        }
    }

    Event(int number, int thread, int index, Moment moment, Guard start) {
        this.number = number;
        this.thread = thread;
        this.index = index;
        this.moment = moment;
        this.start = start;
        this.enabled = start;
    }

    /** Events of one thread are numbered in the order of the text. */
    public int number() {
        return number;
    }

    void renumber(int place) {
        number = place;
    }

    /** The thread's number in the bounded program. */
    public int thread() {
        return thread;
    }

    /** The instruction, or the section's first, in the body of its thread. */
    public int index() {
        return index;
    }

    boolean isAtTheEnd() {
        return moment == Moment.AT_THE_END;
    }

    /** When control comes to the event. */
    public Guard start() {
        return start;
    }

    /** What is known for certain when the event happens: the conditions on the way to it, and those it waits for. */
    Guard enabled() {
        return enabled;
    }

    /** When the event happens: control comes to it and it need not wait. */
    public int happens(TermPool pool) {
        return pool.and(enabled.term(), -refused);
    }

    /** The terms that decide whether the event happens. */
    List<Integer> conditions() {
        return List.of(start.term(), enabled.term(), refused);
    }

    /**
     * Adds that the event waits for a condition, which was met on the way {@code here} and holds on the way {@code
     * after}.
     */
    void waitsUntil(TermPool pool, Guard here, int condition, Guard after) {
        if (here == enabled) enabled = after;
        else refused = pool.or(refused, pool.and(here.term(), -condition));
    }

    Map<Cell, Integer> reads() {
        return reads;
    }

    Map<Cell, Write> writes() {
        return writes;
    }

    void touch(Cell cell, Use use) {
        touched.add(cell);
        if (use == Use.WRITE) written.add(cell);
    }

    Set<Cell> touched() {
        return touched;
    }

    Set<Cell> written() {
        return written;
    }

    void write(TermPool pool, Cell cell, Guard at, int guard, int value) {
        if (guard == TermPool.FALSE) return;
        writes.merge(
                cell,
                new Write(this, cell, at, guard, value),
                (old, more) -> new Write(
                        this,
                        cell,
                        start,
                        pool.or(old.guard(), more.guard()),
                        pool.ite(more.guard(), more.value(), old.value())));
    }

    /** The event is no step of its own: it happens together with the first of these that happens. */
    void belongsToOneOf(List<Event> steps) {
        stepsBefore = List.copyOf(steps);
    }

    List<Event> stepsBefore() {
        return stepsBefore;
    }

    /** Whether other threads can tell when the event happens. */
    boolean matters() {
        return !reads.isEmpty() || !writes.isEmpty();
    }

    @Override
    public String toString() {
        return thread + ":" + index + (isAtTheEnd() ? "!" + number : "");
    }
}
