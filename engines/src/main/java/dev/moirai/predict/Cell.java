package dev.moirai.predict;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** At most eight bytes that every access of the trace touches together: the unit in which memory is encoded. */
final class Cell {
    private static final int NOBODY = -1;
    private static final int SEVERAL = -2;

    private final int object;
    private final long offset;
    private final int bytes;
    private final List<CellAccess> accesses = new ArrayList<>();
    private int user = NOBODY;
    private boolean written;
    private boolean ofSemaphore;
    private OptionalLong initial = OptionalLong.empty();

    Cell(int object, long offset, int bytes) {
        this.object = object;
        this.offset = offset;
        this.bytes = bytes;
    }

    void add(CellAccess access) {
        int thread = access.node().thread();
        if (user == NOBODY) user = thread;
        else if (user != thread) user = SEVERAL;
        written |= access.writes();
        ofSemaphore |= access.nature() == CellAccess.Nature.SYNC;
        accesses.add(access);
    }

    void setInitial(long value) {
        initial = OptionalLong.of(value);
    }

    /** What it holds before the first write, where that is known. */
    OptionalLong initial() {
        return initial;
    }

    int object() {
        return object;
    }

    long offset() {
        return offset;
    }

    int bytes() {
        return bytes;
    }

    int bits() {
        return 8 * bytes;
    }

    /** In the order of the trace. */
    List<CellAccess> accesses() {
        return accesses;
    }

    /** Whether several threads touch it and one of them writes: then order can matter. */
    boolean isShared() {
        return user == SEVERAL && written;
    }

    /** Whether the cell is the value of a semaphore or the state of a lock, even if ordinary accesses touch it too. */
    boolean isOfSemaphore() {
        return ofSemaphore;
    }

    @Override
    public String toString() {
        return object + "+" + offset + ":" + bytes;
    }
}
