package dev.moirai.predict;

import dev.moirai.logic.TermPool;
import dev.moirai.order.PiFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Which {@linkplain PiFunction pi-functions} a slice has (section 4.2, PI): a read that happens sees one of the writes to
 * its cell, or what the cell held when the window began. Writes that are overwritten or come later in every order are left
 * out, and of the writes of one thread only the next one can come in between.
 */
final class PiFunctions {
    private final TraceProgram program;
    private final PrefixFormula formula;
    private final ThreadTerms terms;
    private final TermPool pool;
    private final MustOrder must;
    private final PiFunction<StepNode> pi;

    PiFunctions(TraceProgram program, PrefixFormula formula, ThreadTerms terms) {
        this.program = program;
        this.formula = formula;
        this.terms = terms;
        this.pool = formula.pool();
        this.must = program.mustOrder();
        this.pi = new PiFunction<>(pool, formula::before, formula::demand);
    }

    /** Ties every read of the cell to a write or to the contents at the start. */
    void tie(Cell cell) {
        if (formula.slice().counters().contains(cell)) {
            new CounterReads(program, formula, terms).tie(cell);
            return;
        }
        List<List<CellAccess>> writes = new ArrayList<>();
        for (int i = 0; i < program.threadCount(); i++) writes.add(new ArrayList<>());
        List<CellAccess> accesses = formula.slice().accesses(cell);
        for (CellAccess access : accesses) {
            if (access.writes()) writes.get(access.node().thread()).add(access);
        }
        for (CellAccess access : accesses) if (terms.cells().readTerm(access) != 0) tie(access, writes);
    }

    /** A write that a read may see, and the next one of the same thread. */
    private record Source(PiFunction.Write<StepNode> write, PiFunction.@Nullable Write<StepNode> next) {
        int thread() {
            return write.event().thread();
        }
    }

    private PiFunction.Write<StepNode> made(CellAccess write) {
        StepNode node = write.node();
        return new PiFunction.Write<>(
                node, formula.encoded(node).executed(), terms.cells().writeTerm(write));
    }

    private void tie(CellAccess read, List<List<CellAccess>> writes) {
        StepNode reader = read.node();
        int value = terms.cells().readTerm(read);
        CellAccess own = lastBefore(read, writes.get(reader.thread()));
        var sources = new ArrayList<Source>();
        boolean overwritten = own != null;
        for (int thread = 0; thread < writes.size(); thread++) {
            if (thread == reader.thread()) continue;
            List<CellAccess> theirs = writes.get(thread);
            int first = 0;
            for (int i = 0; i < theirs.size(); i++) {
                if (must.isBefore(theirs.get(i).node(), reader)) {
                    first = i;
                    overwritten = true;
                }
            }
            for (int i = first; i < theirs.size(); i++) {
                StepNode writer = theirs.get(i).node();
                if (must.isBefore(reader, writer)) break;
                if (own != null && must.isBefore(writer, own.node())) continue;
                var next = i + 1 < theirs.size() ? made(theirs.get(i + 1)) : null;
                // Two writes of one step are seen by others as the last of them.
                if (next == null || next.event() != writer) sources.add(new Source(made(theirs.get(i)), next));
            }
        }
        int some = TermPool.FALSE;
        if (own != null) some = pool.or(some, seesOwn(reader, value, own, sources));
        if (!overwritten) some = pool.or(some, seesFirst(read, value, writes));
        if (own == null || own.node() != reader) {
            for (Source source : sources) some = pool.or(some, sees(reader, value, own, source, sources));
        }
        formula.demand(-formula.encoded(reader).executed(), some);
    }

    private static @Nullable CellAccess lastBefore(CellAccess read, List<CellAccess> own) {
        CellAccess last = null;
        for (CellAccess write : own) {
            if (write.node().position() > read.node().position()
                    || write.node() == read.node() && write.index() >= read.index()) break;
            last = write;
        }
        return last;
    }

    /** The read sees the last write of its own thread, which has happened when it reads. */
    private int seesOwn(StepNode reader, int value, CellAccess own, List<Source> sources) {
        int written = terms.cells().writeTerm(own);
        if (pool.eq(value, written) == TermPool.FALSE) return TermPool.FALSE;
        int chosen = formula.choice();
        List<PiFunction.Write<StepNode>> others = own.node() == reader
                ? List.of()
                : sources.stream().map(Source::write).toList();
        if (own.node() == reader) formula.demand(-chosen, pool.eq(value, written));
        else pi.seesWrite(chosen, reader, value, new PiFunction.Write<>(own.node(), TermPool.TRUE, written), others);
        return chosen;
    }

    private int seesFirst(CellAccess read, int value, List<List<CellAccess>> writes) {
        OptionalLong start = terms.cells().atStart(read.cell());
        if (start.isEmpty()) return TermPool.FALSE;
        int first = terms.cells().constant(read.cell(), start.getAsLong());
        if (pool.eq(value, first) == TermPool.FALSE) return TermPool.FALSE;
        int chosen = formula.choice();
        var firsts = new ArrayList<PiFunction.Write<StepNode>>();
        for (int thread = 0; thread < writes.size(); thread++) {
            if (thread == read.node().thread() || writes.get(thread).isEmpty()) continue;
            firsts.add(made(writes.get(thread).getFirst()));
        }
        pi.seesFirst(chosen, read.node(), value, first, firsts);
        return chosen;
    }

    private int sees(StepNode reader, int value, @Nullable CellAccess own, Source source, List<Source> sources) {
        if (pool.eq(value, source.write().value()) == TermPool.FALSE) return TermPool.FALSE;
        int chosen = formula.choice();
        var others = new ArrayList<PiFunction.Write<StepNode>>();
        if (own != null)
            others.add(new PiFunction.Write<>(
                    own.node(), TermPool.TRUE, terms.cells().writeTerm(own)));
        if (source.next() != null) others.add(source.next());
        for (Source other : sources) if (other.thread() != source.thread()) others.add(other.write());
        pi.seesWrite(chosen, reader, value, source.write(), others);
        return chosen;
    }
}
