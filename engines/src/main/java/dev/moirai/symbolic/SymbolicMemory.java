package dev.moirai.symbolic;

import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import dev.moirai.logic.MathTerms;
import dev.moirai.logic.TermPool;
import dev.moirai.source.SourceSpan;
import dev.moirai.symbolic.MemoryObject.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes scalars at known offsets of objects. An object is cut into cells along its type; an access that does
 * not fit the cells splits those it meets into bytes. All paths share the division into cells; only the contents are a
 * path's own ({@link Values}), and a cell that no path has written holds its object's first contents.
 */
final class SymbolicMemory {
    private final TermPool pool;
    private final Addresses addresses;
    private final Shape shape;
    private final Sorts sorts;
    /** The cell that each slot belongs to, or null for a local. */
    private final List<@Nullable Cell> cellOfSlot = new ArrayList<>();

    private final WriteLog writeLog;
    /** The object of each slot that holds a {@link WriteLog}. */
    private final Map<Integer, MemoryObject> logged = new LinkedHashMap<>();

    private Outside outside = Outside.NOBODY;

    SymbolicMemory(TermPool pool, Addresses addresses, Sizes sizes) {
        this.pool = pool;
        this.addresses = addresses;
        this.shape = new Shape(sizes);
        this.sorts = new Sorts(pool);
        this.writeLog = new WriteLog(pool);
    }

    Shape shape() {
        return shape;
    }

    void setOutside(Outside others) {
        this.outside = others;
    }

    /** Whether other threads may access this memory. */
    boolean isShared() {
        return outside != Outside.NOBODY;
    }

    int newSlot() {
        cellOfSlot.add(null);
        return cellOfSlot.size() - 1;
    }

    /** A slot for whether a new object is alive, for {@link #lifeOf} once the object exists. */
    int newLife() {
        return newSlot();
    }

    void lifeOf(MemoryObject object) {
        cellOfSlot.set(object.alive, new Cell(object, 0, 0, object.alive));
    }

    /** Whether the object is alive, as far as the path knows: false before it was made. */
    int alive(Values values, MemoryObject object) {
        if (object.alive < 0) return TermPool.TRUE;
        Cell life = Objects.requireNonNull(cellOfSlot.get(object.alive));
        outside.touched(life, Outside.Use.READ);
        return readCell(values, life);
    }

    /**
     * Begins the object's life where {@code made} holds. With several threads nothing changes: the object exists from
     * the start, because other threads do not know when it is made.
     */
    Values born(Values values, MemoryObject object, int made) {
        if (isShared()) return values;
        Values result = values.with(object.alive, made);
        // The new object does not hold what other paths have written to its cells; see mergeValues.
        for (Cell cell : object.cells.values()) result = forget(result, cell);
        return withLog(result, object, 0);
    }

    // ---- writes that are kept in a WriteLog

    /** Reads at one of several offsets of the object. */
    int read(Values values, MemoryObject object, int offset, int bytes, Spread spread) {
        int log = log(values, object);
        if (log == 0) return spread.choose(pool, offset, at -> read(values, object, at, bytes));
        Progression lane = spread.lane();
        if (writeLog.suits(log, lane, bytes)) {
            return writeLog.read(
                    log, offset, lane, bytes, () -> spread.choose(pool, offset, at -> read(values, object, at, bytes)));
        }
        Values settled = settled(values, object);
        return spread.choose(pool, offset, at -> read(settled, object, at, bytes));
    }

    /** Whether the object has writes that are kept apart from its cells. */
    boolean isLogged(Values values, MemoryObject object) {
        return log(values, object) != 0;
    }

    /** Whether a write to these offsets goes to the write log; otherwise {@link #settled} must be called first. */
    boolean isKeptApart(Values values, MemoryObject object, Spread spread) {
        return outside.isAlone() && (spread.isWide() || log(values, object) != 0);
    }

    Values keepApart(Values values, MemoryObject object, WriteLog.Entry write) {
        boolean suits = writeLog.suits(log(values, object), write.lane(), write.bytes());
        Values before = suits ? values : settled(values, object);
        return withLog(before, object, writeLog.append(log(before, object), write));
    }

    /** The values with the object's logged writes moved into its cells. */
    Values settled(Values values, MemoryObject object) {
        int log = log(values, object);
        if (log == 0) return values;
        Values[] settled = {withLog(values, object, 0)};
        for (WriteLog.Entry write : writeLog.oldestFirst(log)) {
            write.spread().forEach(pool, write.offset(), (offset, chosen) -> {
                int here = pool.and(write.condition(), chosen);
                int old = kept(settled[0], object, offset, write.bytes());
                settled[0] = write(settled[0], object, offset, write.bytes(), pool.ite(here, write.value(), old));
            });
        }
        return settled[0];
    }

    /** The values with the logged writes of all objects moved into the cells. */
    Values settled(Values values) {
        Values result = values;
        for (MemoryObject object : List.copyOf(logged.values())) result = settled(result, object);
        return result;
    }

    private int log(Values values, MemoryObject object) {
        return object.log < 0 ? 0 : values.get(object.log);
    }

    private Values withLog(Values values, MemoryObject object, int log) {
        if (log == log(values, object)) return values;
        if (object.log < 0) {
            object.log = newSlot();
            logged.put(object.log, object);
        }
        return values.with(object.log, log);
    }

    Values setAlive(Values values, MemoryObject object, int alive) {
        outside.touched(Objects.requireNonNull(cellOfSlot.get(object.alive)), Outside.Use.WRITE);
        return values.with(object.alive, alive);
    }

    void resize(MemoryObject object, long room, int extent) {
        if (room <= object.room && extent == object.extent) return;
        object.room = Math.max(object.room, room);
        object.extent = extent;
        outside.resized();
    }

    /**
     * The pieces in which an object can be read, as offset and number of bytes: all of it or, of a free object, the
     * cells in use.
     */
    Map<Long, Integer> pieces(MemoryObject object, long most) {
        var pieces = new TreeMap<Long, Integer>();
        if (object.initially == MemoryObject.Initially.FREE) {
            for (Cell cell : object.cells.values()) pieces.put(cell.offset, cell.bytes);
            return pieces;
        }
        // If the object's end is unknown, it is read byte by byte.
        boolean bytewise = !pool.isConstant(object.extent);
        for (long at = 0; at < Math.min(object.room, most); ) {
            int bytes = bytewise ? 1 : cellCovering(object, at, object.room).bytes;
            pieces.put(at, bytes);
            at += bytes;
        }
        return pieces;
    }

    private boolean isDead(Values values, MemoryObject object) {
        if (object.alive < 0 || isShared()) return false;
        int term = values.get(object.alive);
        return term == TermPool.FALSE || (term == Values.ABSENT && object.isMade());
    }

    private int newSlot(Cell cell) {
        cellOfSlot.add(cell);
        return cellOfSlot.size() - 1;
    }

    int read(Values values, MemoryObject object, long offset, int bytes) {
        int result = 0;
        for (long at = offset; at < offset + bytes; ) {
            Cell cell = cellCovering(object, at, offset + bytes);
            outside.touched(cell, Outside.Use.READ);
            int piece;
            if (cell.offset == at && cell.end() <= offset + bytes) {
                piece = readCell(values, cell);
                at = cell.end();
            } else {
                long end = Math.min(cell.end(), offset + bytes);
                piece = readPart(values, cell, (int) (at - cell.offset), (int) (end - at));
                at = end;
            }
            result = result == 0 ? piece : pool.concat(piece, result);
        }
        return result;
    }

    /**
     * The contents that a conditional write keeps. Reading a whole cell for this purpose is not announced to other
     * threads.
     */
    int kept(Values values, MemoryObject object, long offset, int bytes) {
        Cell cell = cellCovering(object, offset, offset + bytes);
        boolean whole = cell.offset == offset && cell.bytes == bytes && !cell.isSplit();
        return whole ? readCell(values, cell) : read(values, object, offset, bytes);
    }

    Values write(Values values, MemoryObject object, long offset, int bytes, int term) {
        Values result = values;
        for (long at = offset; at < offset + bytes; ) {
            Cell cell = cellCovering(object, at, offset + bytes);
            outside.touched(cell, Outside.Use.WRITE);
            int low = (int) (at - offset) * 8;
            if (cell.offset == at && cell.end() <= offset + bytes) {
                result = writeCell(result, cell, slice(term, low, cell.bytes));
                at = cell.end();
            } else {
                split(cell);
                result = result.with(cell.firstByte + (int) (at - cell.offset), slice(term, low, 1));
                at++;
            }
        }
        return result;
    }

    /**
     * Joins the values of two paths. Bytes split off on one path only are first computed on the other. Where an object
     * is dead on a path, its contents are never read there, so those of the other path are taken: this keeps the
     * unknown contents of new memory out of later reads.
     */
    Values mergeValues(Values left, Values right, int selector) {
        return left.merge(right, (slot, a, b) -> {
            Cell cell = cellOfSlot.get(slot);
            MemoryObject object = cell == null ? logged.get(slot) : null;
            if (object != null) {
                if (isDead(left, object)) return b;
                return isDead(right, object) ? a : writeLog.merge(a, b, selector);
            }
            if (cell != null && !cell.isLife() && isDead(left, cell.object)) return b;
            if (cell != null && !cell.isLife() && isDead(right, cell.object)) return a;
            if (cell != null && slot != cell.slot) {
                int index = slot - cell.firstByte;
                int x = a == Values.ABSENT ? readByte(left, cell, index) : a;
                int y = b == Values.ABSENT ? readByte(right, cell, index) : b;
                return x == y ? x : pool.ite(selector, x, y);
            }
            int x = a == Values.ABSENT && cell != null ? initial(cell) : a;
            int y = b == Values.ABSENT && cell != null ? initial(cell) : b;
            if (x == Values.ABSENT) return y; // a local that only one path has set is not read before it is set again
            if (y == Values.ABSENT) return x;
            return x == y ? x : pool.ite(selector, x, y);
        });
    }

    /** The contents of the cell on this path. */
    int readCell(Values values, Cell cell) {
        if (!cell.isSplit()) {
            int term = values.get(cell.slot);
            return term == Values.ABSENT ? initial(cell) : term;
        }
        int result = readByte(values, cell, 0);
        for (int i = 1; i < cell.bytes; i++) result = pool.concat(readByte(values, cell, i), result);
        return result;
    }

    private int readPart(Values values, Cell cell, int from, int bytes) {
        if (!cell.isSplit()) return slice(readCell(values, cell), from * 8, bytes);
        int result = readByte(values, cell, from);
        for (int i = from + 1; i < from + bytes; i++) result = pool.concat(readByte(values, cell, i), result);
        return result;
    }

    private int readByte(Values values, Cell cell, int index) {
        int term = values.get(cell.firstByte + index);
        if (term != Values.ABSENT) return term;
        int whole = values.get(cell.slot);
        return slice(whole == Values.ABSENT ? initial(cell) : whole, index * 8, 1);
    }

    private Values writeCell(Values values, Cell cell, int term) {
        if (!cell.isSplit()) return values.with(cell.slot, term);
        Values result = values;
        for (int i = 0; i < cell.bytes; i++) result = result.with(cell.firstByte + i, slice(term, i * 8, 1));
        return result;
    }

    private void split(Cell cell) {
        if (cell.isSplit() || cell.bytes == 1) {
            if (!cell.isSplit()) cell.firstByte = cell.slot;
            return;
        }
        int first = newSlot(cell);
        for (int i = 1; i < cell.bytes; i++) newSlot(cell);
        cell.firstByte = first;
    }

    private int slice(int term, int low, int bytes) {
        int width = pool.width(term);
        // A mathematical value has no parts: its cell is only read and written as a whole.
        if (width == bytes * 8 || MathTerms.isMath(width)) return term;
        return pool.extract(term, low + bytes * 8 - 1, low);
    }

    /** The first cell of an object, which is all of it if the object is a scalar. */
    Cell whole(MemoryObject object) {
        return cellCovering(object, 0, object.room);
    }

    private Cell cellCovering(MemoryObject object, long offset, long end) {
        Map.Entry<Long, Cell> before = object.cells.floorEntry(offset);
        if (before != null && before.getValue().end() > offset) return before.getValue();
        var leaf = shape.leafAt(object.type, offset)
                .filter(l -> l.end() <= object.room)
                .orElse(new Shape.Leaf(offset, (int) Math.min(8, end - offset), Type.VOID));
        long start = leaf.offset();
        if (before != null && before.getValue().end() > start) start = offset;
        Long next = object.cells.higherKey(start);
        long stop = next != null ? Math.min(leaf.end(), next) : leaf.end();
        var cell = new Cell(object, start, (int) (stop - start), cellOfSlot.size());
        cell.isPointer = leaf.isPointer() && cell.bytes == leaf.bytes();
        if (leaf.type() instanceof Type.Mathematical type) cell.sort = sorts.of(type, SourceSpan.NOWHERE);
        newSlot(cell);
        object.cells.put(start, cell);
        return cell;
    }

    /** Whether the path itself has written the cell. */
    boolean isWritten(Values values, Cell cell) {
        if (values.get(cell.slot) != Values.ABSENT) return true;
        for (int i = 0; cell.isSplit() && i < cell.bytes; i++) {
            if (values.get(cell.firstByte + i) != Values.ABSENT) return true;
        }
        return false;
    }

    /** The values as if the path had not written the cell. */
    Values forget(Values values, Cell cell) {
        if (!isWritten(values, cell)) return values;
        Values result = values.with(cell.slot, Values.ABSENT);
        for (int i = 0; cell.isSplit() && i < cell.bytes; i++) result = result.with(cell.firstByte + i, Values.ABSENT);
        return result;
    }

    private int initial(Cell cell) {
        int known = outside.contents(cell);
        return known != Values.ABSENT ? known : atFirst(cell);
    }

    /** The contents that the object was made with. */
    int atFirst(Cell cell) {
        if (cell.isLife()) return pool.bool(isShared() || !cell.object.isMade());
        MemoryObject object = cell.object;
        if (MathTerms.isMath(cell.sort)) return valueAtFirst(cell);
        return switch (object.initially) {
            case ZERO -> pool.bv(0, cell.bytes * 8);
            case IMAGE -> {
                long value = 0;
                for (int i = cell.bytes - 1; i >= 0; i--) {
                    int at = (int) cell.offset + i;
                    value = value << 8 | (at < object.image.length ? object.image[at] & 0xff : 0);
                }
                yield pool.bv(value, cell.bytes * 8);
            }
            case FREE -> {
                if (cell.free == Values.ABSENT) {
                    String name = object.name + "+" + cell.offset;
                    cell.free = cell.isPointer ? addresses.free(name) : pool.bvVar(name, cell.bytes * 8);
                }
                yield cell.free;
            }
        };
    }

    private int valueAtFirst(Cell cell) {
        MemoryObject object = cell.object;
        return switch (object.initially) {
            case ZERO -> pool.math().zero(cell.sort);
            case IMAGE -> object.values.getOrDefault(cell.offset, pool.math().zero(cell.sort));
            case FREE -> {
                if (cell.free == Values.ABSENT) {
                    cell.free = pool.math().variable(object.name + "+" + cell.offset, cell.sort);
                }
                yield cell.free;
            }
        };
    }
}
