package dev.moirai.predict;

import dev.moirai.ir.Instr;
import dev.moirai.trace.TraceEvent;

/**
 * An event's access to a cell.
 *
 * @param index the event's place in its step
 * @param shift where the cell lies in the range the event touches, in bytes; in a map, how many keys lead to that range
 * @param after what the range holds afterwards, in the trace
 */
record CellAccess(
        StepNode node, TraceEvent event, int index, Cell cell, int shift, Kind kind, Nature nature, long after) {
    enum Kind {
        READ,
        WRITE,
        READ_AND_WRITE
    }

    enum Nature {
        /** Takes part in data races. */
        PLAIN,
        ATOMIC,
        /** An operation on a semaphore or a tried lock. */
        SYNC,
        /** A write that no other thread can see happen, to memory that it hands over later. */
        PRIVATE,
        /** A read that may not have happened: its value counts, but it breaks no rule. */
        GLANCE
    }

    boolean reads() {
        return kind != Kind.WRITE;
    }

    boolean writes() {
        return kind != Kind.READ;
    }

    boolean conflictsWith(CellAccess other) {
        return cell == other.cell && (writes() || other.writes());
    }

    /** Whether the two, unordered, are a data race. */
    boolean racesWith(CellAccess other) {
        boolean data = isData() && other.isData();
        return data && (nature == Nature.PLAIN || other.nature == Nature.PLAIN) && conflictsWith(other);
    }

    /** Whether it is a visible access to ordinary memory. */
    boolean isData() {
        return nature == Nature.PLAIN || nature == Nature.ATOMIC;
    }

    /** What its cell holds afterwards, in the trace. */
    long afterInCell() {
        return cell.part(after, shift);
    }

    Instr instr() {
        return event.site().instr();
    }
}
