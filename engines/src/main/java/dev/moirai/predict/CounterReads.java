package dev.moirai.predict;

import dev.moirai.logic.TermPool;
import java.util.List;
import java.util.OptionalLong;

/** What a read of a counter sees: the value at the start plus every change that was made before the read. */
final class CounterReads {
    private final TraceProgram program;
    private final PrefixFormula formula;
    private final ThreadTerms terms;
    private final TermPool pool;

    CounterReads(TraceProgram program, PrefixFormula formula, ThreadTerms terms) {
        this.program = program;
        this.formula = formula;
        this.terms = terms;
        this.pool = formula.pool();
    }

    void tie(Cell cell) {
        List<Counters.Change> changes = formula.slice().counters().of(cell, formula.slice());
        for (CellAccess access : formula.slice().accesses(cell)) {
            if (terms.cells().readTerm(access) == 0) continue;
            int happens = formula.encoded(access.node()).executed();
            OptionalLong start = terms.cells().atStart(cell);
            for (Counters.Change change : changes) {
                if (change.isReset() && isBefore(change.write(), access)) {
                    start = OptionalLong.of(change.write().afterInCell());
                }
            }
            if (start.isEmpty()) {
                formula.demand(-happens);
            } else {
                formula.demand(
                        -happens, pool.eq(terms.cells().readTerm(access), value(access, start.getAsLong(), changes)));
            }
        }
    }

    /** Whether the first access comes before the second in every order. */
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
                // Changes before a reset do not count for reads after it.
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
                int happens = formula.encoded(writer).executed();
                int earlier = formula.before(writer, read.node());
                // The change comes before the read or after it, never at the same moment.
                formula.demand(
                        -formula.encoded(read.node()).executed(),
                        -happens,
                        earlier,
                        formula.before(read.node(), writer));
                int made = pool.and(happens, earlier);
                int amount = pool.ite(made, pool.bv(by, bits), pool.bv(0, bits));
                open = open == 0 ? amount : pool.bvAdd(open, amount);
            }
        }
        int base = pool.bv(known, bits);
        return open == 0 ? base : pool.bvAdd(base, open);
    }
}
