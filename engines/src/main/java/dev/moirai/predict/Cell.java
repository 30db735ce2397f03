package dev.moirai.predict;

import dev.moirai.ir.Type;
import dev.moirai.trace.MapCells;
import dev.moirai.trace.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * At most eight bytes that every access of the trace touches together: the unit in which memory is encoded. What holds a mathematical
 * value is one cell. Of a map, every place that some access of the trace is about is a cell: {@code m[1]}, and {@code m} itself, which
 * stands for all places that have no cell of their own.
 */
final class Cell {
    private static final int NOBODY = -1;
    private static final int SEVERAL = -2;

    private final int object;
    private final long offset;
    private final int bytes;
    private final Optional<Type> type;
    private final List<Long> keys;
    private final List<CellAccess> accesses = new ArrayList<>();
    private int user = NOBODY;
    private boolean written;
    private boolean ofSemaphore;
    private OptionalLong initial = OptionalLong.empty();

    Cell(int object, long offset, int bytes) {
        this(new Range(object, offset, bytes), Optional.empty());
    }

    private Cell(Range range, Optional<Type> type) {
        this.object = range.object();
        this.offset = range.offset();
        this.bytes = (int) range.bytes();
        this.keys = range.keys();
        this.type = type;
    }

    /** What holds a value of a mathematical type, or lies in a map. */
    static Cell holding(Type type, Range range) {
        return new Cell(range, Optional.of(type));
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

    /** What it holds, if that is more than bits. */
    Optional<Type> type() {
        return type;
    }

    /** The keys from a map to the cell. */
    List<Long> keys() {
        return keys;
    }

    /**
     * What the cell has of a value.
     *
     * @param shift where the cell lies in what holds the value: in bytes; in a map, the number of keys before
     */
    long part(long value, int shift) {
        return type.isPresent()
                ? MapCells.at(value, keys.subList(shift, keys.size()))
                : Cells.slice(value, shift, bytes);
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
        return object + "+" + offset + ":" + bytes + (keys.isEmpty() ? "" : keys);
    }
}
