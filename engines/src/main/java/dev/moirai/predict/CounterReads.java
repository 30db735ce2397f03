package dev.moirai.predict;

import dev.moirai.logic.TermPool;
import java.util.List;
import java.util.OptionalLong;

/** What a read of a counter sees: the beginning, and every change that was made before. */
final class CounterReads {
    private final TraceProgram program;
    private final PrefixFormula encoding;
    private final ThreadTerms terms;
    private final TermPool pool;

    CounterReads(TraceProgram program, PrefixFormula encoding, ThreadTerms terms) {
        this.program = program;
        this.encoding = encoding;
        this.terms = terms;
        this.pool = encoding.pool();
    }

    void tie(Cell cell) {
        List<Counters.Change> changes = encoding.slice().counters().of(cell, encoding.slice());
        for (CellAccess access : encoding.slice().accesses(cell)) {
            if (terms.cells().readTerm(access) == 0) continue;
            int happens = encoding.key(access.node()).executed();
            OptionalLong start = terms.cells().atStart(cell);
            for (Counters.Change change : changes) {
                if (change.isReset() && isBefore(change.write(), access)) {
                    start = OptionalLong.of(change.write().afterInCell());
                }
            }
            if (start.isEmpty()) {
                encoding.demand(-happens);
            } else {
                encoding.demand(
                        -happens, pool.eq(terms.cells().readTerm(access), value(access, start.getAsLong(), changes)));
            }
        }
    }

    /** For what creation, join and the order of the text decide. */
    private boolean isBefore(CellAccess first, CellAccess second) {
        if (first.node() == second.node()) return first.index() < second.index();
        return program.mustOrder().isBefore(first.node(), second.node());
    }

    private int value(CellAccess read, long start, List<Counters.Change> changes) {
        int bits = read.cell().bits();
        long known = start;
        int open = 0;
        boolean counting = true;
        for (Counters.Change change : changes) {
            CellAccess write = change.write();
            if (change.isReset()) {
                // What lies before a new beginning does not count for what comes after it.
                if (isBefore(write, read)) {
                    known = start;
                    open = 0;
                } else {
                    counting = false;
                }
                continue;
            }
            if (!counting || write == read || isBefore(read, write)) continue;
            long by = change.by().orElse(0);
            if (isBefore(write, read)) {
                known += by;
            } else {
                StepNode writer = write.node();
                int happens = encoding.key(writer).executed();
                int earlier = encoding.before(writer, read.node());
                // Either the read counts the change or it comes first: never at the same moment.
                encoding.demand(
                        -encoding.key(read.node()).executed(), -happens, earlier, encoding.before(read.node(), writer));
                int made = pool.and(happens, earlier);
                int amount = pool.ite(made, pool.bv(by, bits), pool.bv(0, bits));
                open = open == 0 ? amount : pool.bvAdd(open, amount);
            }
        }
        int base = pool.bv(known, bits);
        return open == 0 ? base : pool.bvAdd(base, open);
    }
}
