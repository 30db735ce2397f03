package dev.moirai.predict;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.property.CausalModel;
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

    /** Reads the cells and puts their bits together. */
    int read(List<CellAccess> accesses, TraceEvent event, Type type) {
        boolean held = slice.model() == CausalModel.MAXIMAL
                && !(event.symbol() != 0 && slice.isForAssertionsOnly(event.symbol()));
        int bits = 0;
        for (CellAccess access : accesses) {
            Cell cell = access.cell();
            int part = cell.isShared()
                    ? (held
                            ? pool.bv(Cells.slice(event.result(), access.shift(), cell.bytes()), cell.bits())
                            : variable(access))
                    : contents.computeIfAbsent(cell, c -> concrete(c, access));
            readTerms.put(access, part);
            bits = bits == 0 ? part : pool.concat(part, bits);
        }
        return bits == 0 ? bindings.constant(type, event.result()) : bindings.fitted(bits, type);
    }

    /** What a read of a shared cell sees. */
    private int variable(CellAccess access) {
        String name = "r" + access.node().number() + "." + access.index() + "." + access.shift();
        return pool.bvVar(name, access.cell().bits());
    }

    /** What a thread's own cell holds where the window begins. */
    private int concrete(Cell cell, CellAccess reading) {
        OptionalLong start = atStart(cell);
        long recorded = Cells.slice(reading.event().result(), reading.shift(), cell.bytes());
        return pool.bv(start.orElse(recorded), cell.bits());
    }

    void write(List<CellAccess> accesses, int value) {
        for (CellAccess access : accesses) {
            Cell cell = access.cell();
            int total = 8 * (access.shift() + cell.bytes());
            int bits = bindings.stored(value, Math.max(total, pool.isBool(value) ? 8 : pool.width(value)));
            int part = pool.extract(bits, total - 1, 8 * access.shift());
            writeTerms.put(access, part);
            if (!cell.isShared()) contents.put(cell, part);
        }
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
