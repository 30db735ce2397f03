package dev.moirai.symbolic;

import dev.moirai.ir.Sizes;
import dev.moirai.logic.TermPool;
import dev.moirai.symbolic.MemoryObject.Cell;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes scalars at known offsets of objects. An object is cut into cells along its type; an access that does
 * not fit the cells splits those it touches into bytes. Which cells there are is common to all paths; only what is in
 * them is a path's own ({@link Values}), and a cell no path has written holds its object's first contents.
 */
final class Memory {
    private final TermPool pool;
    private final Shape shape;
    /** For each slot the cell it belongs to, or null for a local or a life. */
    private final List<@Nullable Cell> cellOfSlot = new ArrayList<>();

    private final BitSet lives = new BitSet();

    Memory(TermPool pool, Sizes sizes) {
        this.pool = pool;
        this.shape = new Shape(sizes);
    }

    Shape shape() {
        return shape;
    }

    int newSlot() {
        cellOfSlot.add(null);
        return cellOfSlot.size() - 1;
    }

    /** The slot of an object's life: false on paths that have not made the object. */
    int newLife() {
        int slot = newSlot();
        lives.set(slot);
        return slot;
    }

    private int newSlot(Cell cell) {
        cellOfSlot.add(cell);
        return cellOfSlot.size() - 1;
    }

    int read(Values values, MemoryObject object, long offset, int bytes) {
        int result = 0;
        for (long at = offset; at < offset + bytes; ) {
            Cell cell = cellCovering(object, at, offset + bytes);
            int piece;
            if (cell.offset == at && cell.end() <= offset + bytes) {
                piece = readCell(values, cell);
                at = cell.end();
            } else {
                split(cell);
                piece = readByte(values, cell, (int) (at - cell.offset));
                at++;
            }
            result = result == 0 ? piece : pool.concat(piece, result);
        }
        return result;
    }

    Values write(Values values, MemoryObject object, long offset, int bytes, int term) {
        Values result = values;
        for (long at = offset; at < offset + bytes; ) {
            Cell cell = cellCovering(object, at, offset + bytes);
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

    /** Joins the values of two paths. Bytes split off on one path only are first spelled out on the other. */
    Values mergeValues(Values left, Values right, int selector) {
        return left.merge(right, (slot, a, b) -> {
            Cell cell = cellOfSlot.get(slot);
            if (cell != null && slot != cell.slot) {
                int index = slot - cell.firstByte;
                int x = a == Values.ABSENT ? readByte(left, cell, index) : a;
                int y = b == Values.ABSENT ? readByte(right, cell, index) : b;
                return x == y ? x : pool.ite(selector, x, y);
            }
            int x = a == Values.ABSENT ? atFirst(slot, cell) : a;
            int y = b == Values.ABSENT ? atFirst(slot, cell) : b;
            if (x == Values.ABSENT) return y; // a local that only one path has set is not read before it is set again
            if (y == Values.ABSENT) return x;
            return x == y ? x : pool.ite(selector, x, y);
        });
    }

    private int atFirst(int slot, @Nullable Cell cell) {
        if (cell != null) return initial(cell);
        return lives.get(slot) ? TermPool.FALSE : Values.ABSENT;
    }

    private int readCell(Values values, Cell cell) {
        if (!cell.isSplit()) {
            int term = values.get(cell.slot);
            return term == Values.ABSENT ? initial(cell) : term;
        }
        int result = readByte(values, cell, 0);
        for (int i = 1; i < cell.bytes; i++) result = pool.concat(readByte(values, cell, i), result);
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
        return pool.width(term) == bytes * 8 ? term : pool.extract(term, low + bytes * 8 - 1, low);
    }

    private Cell cellCovering(MemoryObject object, long offset, long end) {
        Map.Entry<Long, Cell> before = object.cells.floorEntry(offset);
        if (before != null && before.getValue().end() > offset) return before.getValue();
        var leaf = shape.leafAt(object.type, offset)
                .filter(l -> l.end() <= object.size)
                .orElse(new Shape.Leaf(offset, (int) Math.min(8, end - offset)));
        long start = leaf.offset();
        if (before != null && before.getValue().end() > start) start = offset;
        Long next = object.cells.higherKey(start);
        long stop = next != null ? Math.min(leaf.end(), next) : leaf.end();
        var cell = new Cell(object, start, (int) (stop - start), cellOfSlot.size());
        newSlot(cell);
        object.cells.put(start, cell);
        return cell;
    }

    private int initial(Cell cell) {
        MemoryObject object = cell.object;
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
                    cell.free = pool.bvVar(object.name + "+" + cell.offset, cell.bytes * 8);
                }
                yield cell.free;
            }
        };
    }
}
