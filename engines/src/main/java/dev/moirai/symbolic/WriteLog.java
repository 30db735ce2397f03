package dev.moirai.symbolic;

import dev.moirai.logic.TermPool;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Writes at so many possible offsets that changing an object's cells one by one is too costly. They are kept in a list,
 * newer than the cells, and a read compares its offset with theirs. The lists of several paths share their beginnings;
 * a list is identified by a number, 0 being the empty one.
 */
final class WriteLog {
    /** Lists longer than this are moved into the cells. */
    private static final int MOST = 512;

    private final TermPool pool;
    private final List<Entry> entries = new ArrayList<>();

    /** A write and those before it. @param condition under which it happens @param lane the offsets it may have */
    record Entry(
            int before, int length, int condition, int offset, int bytes, int value, Spread spread, Progression lane) {
        Entry(int condition, int offset, int bytes, int value, Spread spread) {
            this(0, 0, condition, offset, bytes, value, spread, spread.lane());
        }
    }

    /** How two accesses to one object may overlap. */
    private enum Meeting {
        NEVER,
        /** They have the same size and are at the same place or apart. */
        SQUARELY,
        SOMEHOW
    }

    WriteLog(TermPool pool) {
        this.pool = pool;
        entries.add(new Entry(TermPool.FALSE, 0, 0, 0, new Spread(List.of(0L), Spread.Others.NONE)));
    }

    private Entry entry(int log) {
        return entries.get(log);
    }

    int append(int log, Entry made) {
        if (made.condition() == TermPool.FALSE) return log;
        entries.add(new Entry(
                log,
                entry(log).length() + 1,
                made.condition(),
                made.offset(),
                made.bytes(),
                made.value(),
                made.spread(),
                made.lane()));
        return entries.size() - 1;
    }

    /** Whether an access can be answered from the list, and another write be added to it. */
    boolean suits(int log, Progression lane, int bytes) {
        if (entry(log).length() >= MOST) return false;
        for (int at = log; at != 0; at = entry(at).before()) {
            if (meeting(entry(at), lane, bytes) == Meeting.SOMEHOW) return false;
        }
        return true;
    }

    private static Meeting meeting(Entry entry, Progression lane, int bytes) {
        long period = Progression.divisor(entry.lane().stride(), lane.stride());
        long distance = lane.start() - entry.lane().start();
        if (period == 0) {
            if (distance >= entry.bytes() || -distance >= bytes) return Meeting.NEVER;
            return distance == 0 && bytes == entry.bytes() ? Meeting.SQUARELY : Meeting.SOMEHOW;
        }
        long apart = Math.floorMod(distance, period);
        if (apart >= entry.bytes() && apart + bytes <= period) return Meeting.NEVER;
        return bytes == entry.bytes() && apart == 0 && period >= bytes ? Meeting.SQUARELY : Meeting.SOMEHOW;
    }

    /** What is read at an offset for which the list {@link #suits}, given how to read the cells. */
    int read(int log, int offset, Progression lane, int bytes, IntSupplier cells) {
        Deque<Entry> newer = new ArrayDeque<>();
        int result = Values.ABSENT;
        for (int at = log; at != 0 && result == Values.ABSENT; at = entry(at).before()) {
            Entry entry = entry(at);
            if (meeting(entry, lane, bytes) == Meeting.NEVER) continue;
            int here = pool.and(entry.condition(), pool.eq(entry.offset(), offset));
            if (here == TermPool.TRUE) result = entry.value();
            else if (here != TermPool.FALSE) newer.push(entry);
        }
        if (result == Values.ABSENT) result = cells.getAsInt();
        for (Entry entry : newer) {
            int here = pool.and(entry.condition(), pool.eq(entry.offset(), offset));
            result = pool.ite(here, entry.value(), result);
        }
        return result;
    }

    /** The list's entries, oldest first. */
    List<Entry> oldestFirst(int log) {
        var all = new ArrayDeque<Entry>();
        for (int at = log; at != 0; at = entry(at).before()) all.push(entry(at));
        return List.copyOf(all);
    }

    /** Joins the lists of two paths: writes that only one path made are conditional on the selector. */
    int merge(int left, int right, int selector) {
        int a = left;
        int b = right;
        Deque<Entry> ofLeft = new ArrayDeque<>();
        Deque<Entry> ofRight = new ArrayDeque<>();
        while (a != b) {
            if (entry(a).length() >= entry(b).length()) {
                ofLeft.push(entry(a));
                a = entry(a).before();
            } else {
                ofRight.push(entry(b));
                b = entry(b).before();
            }
        }
        int result = a;
        for (Entry entry : ofLeft) result = append(result, when(selector, entry));
        for (Entry entry : ofRight) result = append(result, when(-selector, entry));
        return result;
    }

    private Entry when(int condition, Entry entry) {
        return new Entry(
                0,
                0,
                pool.and(condition, entry.condition()),
                entry.offset(),
                entry.bytes(),
                entry.value(),
                entry.spread(),
                entry.lane());
    }
}
