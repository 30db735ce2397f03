package dev.moirai.predict;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.property.CausalModel;
import dev.moirai.source.SourceSpan;
import dev.moirai.trace.TraceEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What is read from cells and written to them, as terms, step by step. A cell that several threads touch may hold anything
 * when it is read: a variable. A cell of one thread holds what that thread has put there.
 */
final class CellTerms {
    private final Slice slice;
    private final TermPool pool;
    private final Bindings bindings;
    private final Map<CellAccess, Integer> readTerms = new HashMap<>();
    private final Map<CellAccess, Integer> writeTerms = new HashMap<>();
    /** What a thread's own cells hold now. */
    private final Map<Cell, Integer> contents = new HashMap<>();

    private final Map<Cell, OptionalLong> atStart = new HashMap<>();

    CellTerms(Slice slice, TermPool pool, Bindings bindings) {
        this.slice = slice;
        this.pool = pool;
        this.bindings = bindings;
    }

    /** Reads the cells and puts together what they hold. */
    int read(List<CellAccess> accesses, TraceEvent event, Type type) {
        boolean held = slice.model() == CausalModel.MAXIMAL
                && !(event.symbol() != 0 && slice.isForAssertionsOnly(event.symbol()));
        int whole = 0;
        for (CellAccess access : accesses) {
            Cell cell = access.cell();
            int part = cell.isShared()
                    ? (held ? constant(cell, cell.part(event.result(), access.shift())) : variable(access))
                    : contents.computeIfAbsent(cell, c -> concrete(c, access));
            readTerms.put(access, part);
            whole = whole == 0 ? part : joined(whole, part, access, type);
        }
        if (whole == 0) return bindings.constant(type, event.result());
        return isMathematical(accesses) ? whole : bindings.fitted(whole, type);
    }

    private static boolean isMathematical(List<CellAccess> accesses) {
        return accesses.getFirst().cell().type().isPresent();
    }

    /** @param type of the whole */
    private int joined(int whole, int part, CellAccess access, Type type) {
        List<Long> keys = access.cell().keys();
        return access.cell().type().isPresent()
                ? updated(whole, type, keys.subList(access.shift(), keys.size()), part)
                : pool.concat(part, whole);
    }

    /** The map with another value behind the keys. */
    private int updated(int map, Type type, List<Long> keys, int value) {
        if (keys.isEmpty()) return value;
        Type.Map of = (Type.Map) type;
        int key = bindings.constant(of.key(), keys.getFirst());
        int inner = updated(pool.math().select(map, key), of.value(), keys.subList(1, keys.size()), value);
        return pool.math().store(map, key, inner);
    }

    /** What a read of a shared cell sees. */
    private int variable(CellAccess access) {
        Cell cell = access.cell();
        String name = "r" + access.node().number() + "." + access.index() + "." + access.shift();
        return cell.type().isPresent() ? variable(name + "." + cell, cell) : pool.bvVar(name, cell.bits());
    }

    /** Something that the cell may hold. */
    int variable(String name, Cell cell) {
        return cell.type()
                .map(type -> bindings.sorts().variable(name, type, SourceSpan.NOWHERE))
                .orElseGet(() -> pool.bvVar(name, cell.bits()));
    }

    /** Something that the cell has held in the trace. */
    int constant(Cell cell, long value) {
        return cell.type().map(type -> bindings.constant(type, value)).orElseGet(() -> pool.bv(value, cell.bits()));
    }

    /** What a thread's own cell holds where the window begins. */
    private int concrete(Cell cell, CellAccess reading) {
        long recorded = cell.part(reading.event().result(), reading.shift());
        return constant(cell, atStart(cell).orElse(recorded));
    }

    /** @param type of the value, if it is known to be more than bits */
    void write(List<CellAccess> accesses, int value, Type type) {
        if (accesses.isEmpty() || !isMathematical(accesses)) {
            write(accesses, value);
            return;
        }
        for (CellAccess access : accesses) {
            Cell cell = access.cell();
            int part = value;
            Type of = type;
            for (long key : cell.keys().subList(access.shift(), cell.keys().size())) {
                Type.Map map = (Type.Map) of;
                part = pool.math().select(part, bindings.constant(map.key(), key));
                of = map.value();
            }
            put(access, part);
        }
    }

    /** Writes bits. */
    void write(List<CellAccess> accesses, int value) {
        for (CellAccess access : accesses) {
            int total = 8 * (access.shift() + access.cell().bytes());
            int bits = bindings.stored(value, Math.max(total, pool.isBool(value) ? 8 : pool.width(value)));
            put(access, pool.extract(bits, total - 1, 8 * access.shift()));
        }
    }

    private void put(CellAccess access, int part) {
        writeTerms.put(access, part);
        if (!access.cell().isShared()) contents.put(access.cell(), part);
    }

    /** What the state of a semaphore or a lock is before the step. */
    int state(List<CellAccess> accesses) {
        int state = 0;
        for (CellAccess access : accesses) {
            Cell cell = access.cell();
            int part = cell.isShared()
                    ? variable(access)
                    : contents.computeIfAbsent(cell, c -> pool.bv(atStart(c).orElse(0), c.bits()));
            readTerms.put(access, part);
            state = state == 0 ? part : pool.concat(part, state);
        }
        return state;
    }

    // ---- what others ask ---------------------------------------------------------------------------------------

    /** What a cell holds when the window begins, if that is known. */
    OptionalLong atStart(Cell cell) {
        return atStart.computeIfAbsent(cell, this::contentsAtStart);
    }

    private OptionalLong contentsAtStart(Cell cell) {
        List<CellAccess> accesses = cell.accesses();
        int low = 0;
        int high = accesses.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (slice.isBefore(accesses.get(middle).node())) low = middle + 1;
            else high = middle;
        }
        // The last access before the window tells the contents: a read has seen them, a write has stored them.
        for (int i = low - 1; i >= 0; i--) {
            CellAccess last = accesses.get(i);
            if (last.instr() instanceof Instr.Await) continue;
            return OptionalLong.of(last.afterInCell());
        }
        return cell.initial();
    }

    int readTerm(CellAccess access) {
        return readTerms.getOrDefault(access, 0);
    }

    int writeTerm(CellAccess access) {
        Integer term = writeTerms.get(access);
        if (term == null)
            throw new IllegalStateException(
                    "a write without a value: " + access.event().site().span());
        return term;
    }
}
