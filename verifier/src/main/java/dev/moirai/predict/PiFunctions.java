package dev.moirai.predict;

import dev.moirai.logic.TermPool;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The pi-functions (section 4.2, PI): a read that happens has the value of one write to its cell, which happens before it,
 * with no other write in between; or what the cell held when the window began. Writes that are overwritten or come later
 * in every order are left out, and of the writes of one thread only the next one can come in between.
 */
final class PiFunctions {
    private final TraceProgram program;
    private final Encoding encoding;
    private final ThreadTerms terms;
    private final TermPool pool;
    private final MustOrder must;

    PiFunctions(TraceProgram program, Encoding encoding, ThreadTerms terms) {
        this.program = program;
        this.encoding = encoding;
        this.terms = terms;
        this.pool = encoding.pool();
        this.must = program.mustOrder();
    }

    /** Ties all reads of a cell. */
    void tie(Cell cell) {
        if (encoding.relevance().counters().contains(cell)) {
            new CounterReads(program, encoding, terms).tie(cell);
            return;
        }
        List<List<Access>> writes = new ArrayList<>();
        for (int i = 0; i < program.threadCount(); i++) writes.add(new ArrayList<>());
        List<Access> accesses = cell.in(encoding.window());
        for (Access access : accesses) {
            if (access.writes()) writes.get(access.node().thread()).add(access);
        }
        for (Access access : accesses) if (terms.readTerm(access) != 0) tie(access, writes);
    }

    /** A place a read may have its value from; {@code index} is that of the write in its thread's list. */
    private record Source(Access write, int index) {}

    private void tie(Access read, List<List<Access>> writes) {
        Node reader = read.node();
        int happens = encoding.key(reader).executed();
        int value = terms.readTerm(read);
        Access own = lastBefore(read, writes.get(reader.thread()));
        var sources = new ArrayList<Source>();
        boolean overwritten = own != null;
        for (int thread = 0; thread < writes.size(); thread++) {
            if (thread == reader.thread()) continue;
            List<Access> theirs = writes.get(thread);
            int first = 0;
            for (int i = 0; i < theirs.size(); i++) {
                if (must.isBefore(theirs.get(i).node(), reader)) {
                    first = i;
                    overwritten = true;
                }
            }
            for (int i = first; i < theirs.size(); i++) {
                Node writer = theirs.get(i).node();
                if (must.isBefore(reader, writer)) break;
                if (own != null && must.isBefore(writer, own.node())) continue;
                sources.add(new Source(theirs.get(i), i));
            }
        }
        int some = TermPool.FALSE;
        if (own != null) some = pool.or(some, chosenOwn(read, own, value, sources, writes));
        if (!overwritten) some = pool.or(some, chosenFirst(read, value, writes));
        for (Source source : sources) some = pool.or(some, chosen(read, own, source, value, sources, writes));
        encoding.demand(-happens, some);
    }

    private static @org.jspecify.annotations.Nullable Access lastBefore(Access read, List<Access> own) {
        Access last = null;
        for (Access write : own) {
            if (write.node().position() > read.node().position()
                    || write.node() == read.node() && write.index() >= read.index()) break;
            last = write;
        }
        return last;
    }

    /** The thread's own last write: nobody else's comes in between. */
    private int chosenOwn(Access read, Access own, int value, List<Source> sources, List<List<Access>> writes) {
        int same = pool.eq(value, terms.writeTerm(own));
        if (same == TermPool.FALSE) return TermPool.FALSE;
        int chosen = encoding.choice();
        encoding.demand(-chosen, same);
        if (own.node() == read.node()) return chosen;
        for (Source other : sources)
            notBetween(chosen, own.node(), other.write().node(), read.node());
        return chosen;
    }

    private int chosenFirst(Access read, int value, List<List<Access>> writes) {
        OptionalLong start = terms.atStart(read.cell());
        if (start.isEmpty()) return TermPool.FALSE;
        int same = pool.eq(value, pool.bv(start.getAsLong(), read.cell().bits()));
        if (same == TermPool.FALSE) return TermPool.FALSE;
        int chosen = encoding.choice();
        encoding.demand(-chosen, same);
        for (int thread = 0; thread < writes.size(); thread++) {
            if (thread == read.node().thread() || writes.get(thread).isEmpty()) continue;
            Node first = writes.get(thread).getFirst().node();
            encoding.demand(-chosen, -encoding.key(first).executed(), encoding.before(read.node(), first));
        }
        return chosen;
    }

    private int chosen(
            Access read,
            @org.jspecify.annotations.Nullable Access own,
            Source source,
            int value,
            List<Source> sources,
            List<List<Access>> writes) {
        int same = pool.eq(value, terms.writeTerm(source.write()));
        if (same == TermPool.FALSE) return TermPool.FALSE;
        Node writer = source.write().node();
        int chosen = encoding.choice();
        encoding.demand(-chosen, encoding.key(writer).executed());
        encoding.demand(-chosen, encoding.before(writer, read.node()));
        encoding.demand(-chosen, same);
        if (own != null && own.node() != read.node()) encoding.demand(-chosen, encoding.before(own.node(), writer));
        if (own != null && own.node() == read.node()) return TermPool.FALSE;
        List<Access> ofThread = writes.get(writer.thread());
        if (source.index() + 1 < ofThread.size()) {
            Node next = ofThread.get(source.index() + 1).node();
            // Two writes of one step are seen by others as the last of them.
            if (next == writer) {
                encoding.demand(-chosen);
            } else {
                encoding.demand(-chosen, -encoding.key(next).executed(), encoding.before(read.node(), next));
            }
        }
        for (Source other : sources) {
            Node node = other.write().node();
            if (node.thread() != writer.thread()) notBetween(chosen, writer, node, read.node());
        }
        return chosen;
    }

    private void notBetween(int chosen, Node writer, Node other, Node reader) {
        encoding.demand(
                -chosen,
                -encoding.key(other).executed(),
                encoding.before(other, writer),
                encoding.before(reader, other));
    }
}
