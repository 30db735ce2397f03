package dev.moirai.predict;

import dev.moirai.logic.TermPool;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** What memory holds at the end of a prefix: what the last write of the prefix has stored, or else the contents at the start. */
final class LastValues {
    private final PrefixFormula formula;
    private final ThreadTerms terms;
    private final TermPool pool;
    private final Slice slice;
    private final Map<Cell, Integer> known = new HashMap<>();

    LastValues(PrefixFormula formula, ThreadTerms terms) {
        this.formula = formula;
        this.terms = terms;
        this.pool = formula.pool();
        this.slice = formula.slice();
    }

    /** The contents of adjacent cells as one term; 0 if they are not known. */
    int of(List<Cell> cells) {
        int bits = 0;
        for (Cell cell :
                cells.stream().sorted(Comparator.comparingLong(Cell::offset)).toList()) {
            int part = of(cell);
            if (part == 0) return 0;
            bits = bits == 0 ? part : pool.concat(part, bits);
        }
        return bits;
    }

    private int of(Cell cell) {
        Integer value = known.get(cell);
        if (value == null) {
            value = !slice.cells().contains(cell)
                    ? 0
                    : slice.counters().contains(cell) ? sum(cell) : cell.isShared() ? ofAnybody(cell) : inOrder(cell);
            known.put(cell, value);
        }
        return value;
    }

    private int atStart(Cell cell) {
        OptionalLong start = terms.cells().atStart(cell);
        return start.isEmpty()
                ? terms.cells().variable("first " + cell, cell)
                : terms.cells().constant(cell, start.getAsLong());
    }

    /** Resets of a counter are ordered against all other accesses, so the changes can be added up in the order of the trace. */
    private int sum(Cell cell) {
        int value = atStart(cell);
        for (Counters.Change change : slice.counters().of(cell, slice)) {
            CellAccess write = change.write();
            int happens = formula.executed(write.node());
            int after = change.isReset()
                    ? pool.bv(write.afterInCell(), cell.bits())
                    : pool.bvAdd(value, pool.bv(change.by().orElse(0), cell.bits()));
            value = pool.ite(happens, after, value);
        }
        return value;
    }

    private int inOrder(Cell cell) {
        int value = atStart(cell);
        for (CellAccess access : slice.accesses(cell)) {
            if (!access.writes()) continue;
            value = pool.ite(formula.executed(access.node()), terms.cells().writeTerm(access), value);
        }
        return value;
    }

    private int ofAnybody(Cell cell) {
        int value = terms.cells().variable("last " + cell, cell);
        List<CellAccess> writes =
                slice.accesses(cell).stream().filter(CellAccess::writes).toList();
        int first = formula.choice();
        int some = first;
        formula.demand(-first, pool.eq(value, atStart(cell)));
        for (int i = 0; i < writes.size(); i++) {
            CellAccess write = writes.get(i);
            formula.demand(-first, -formula.executed(write.node()));
            // Of two writes in one step, others see only the second.
            if (i + 1 < writes.size() && writes.get(i + 1).node() == write.node()) continue;
            int chosen = formula.choice();
            some = pool.or(some, chosen);
            formula.demand(-chosen, formula.executed(write.node()));
            formula.demand(-chosen, pool.eq(value, terms.cells().writeTerm(write)));
            for (CellAccess other : writes) {
                if (other.node() == write.node()) continue;
                formula.demand(-chosen, -formula.executed(other.node()), formula.before(other.node(), write.node()));
            }
        }
        formula.demand(some);
        return value;
    }
}
