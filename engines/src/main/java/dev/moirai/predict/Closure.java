package dev.moirai.predict;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.property.CausalModel;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Computes a slice as a least fixed point: an included step needs the values its thread depends on, a value needs the writes it
 * may come from, and a write needs all steps of its thread before it.
 */
final class Closure {
    /** What makes a value matter. */
    enum Interest {
        /** A branch, an assertion or an address depends on the value. */
        WAYS,
        /** A branch that is no assertion, or an address, depends on the value, or the value is stored or returned. */
        ELSEWHERE
    }

    private final Slicer slicer;
    private final TraceProgram program;
    private final Window window;
    private final Interest interest;
    /** By thread: how many of its first steps are included, how many are to be included, and how many can happen at most. */
    private final int[] ends;

    private final int[] wanted;
    private final int[] caps;
    private final BitSet needed = new BitSet();
    private final ArrayDeque<Integer> symbols = new ArrayDeque<>();
    private final Set<Cell> cells = new LinkedHashSet<>();
    /** Of shared cells, by thread: the writes in the window. */
    private final Map<Cell, List<List<StepNode>>> writes = new HashMap<>();
    /** The critical sections that some thread is in when the window begins. */
    private final List<CriticalSection> openAtStart = new ArrayList<>();

    Closure(Slicer slicer, Window window, Interest interest) {
        this.slicer = slicer;
        this.program = slicer.program();
        this.window = window;
        this.interest = interest;
        int threads = program.threadCount();
        this.ends = new int[threads];
        var before = new Window(0, window.from());
        for (int i = 0; i < threads; i++)
            ends[i] = before.part(program.thread(i), StepNode::number).size();
        this.wanted = ends.clone();
        this.caps = new int[threads];
        Arrays.fill(caps, Integer.MAX_VALUE);
        for (CriticalSection section : program.sectionsIn(window)) {
            if (window.isBefore(section.acquire())) openAtStart.add(section);
        }
    }

    /** All steps of the window. */
    Closure ofAll() {
        for (int thread = 0; thread < ends.length; thread++) {
            wanted[thread] = ends[thread]
                    + window.part(program.thread(thread), StepNode::number).size();
        }
        run();
        return this;
    }

    /** What at least one of the claims needs. */
    Closure of(List<Claim> claims) {
        for (int thread = 0; thread < caps.length; thread++) caps[thread] = cap(claims, thread);
        for (Claim claim : claims) claim.points().forEach(this::want);
        run();
        return this;
    }

    /** How many steps of the thread the claims allow: nothing happens after the last step that a claim has of it. */
    private static int cap(List<Claim> claims, int thread) {
        int cap = 0;
        for (Claim claim : claims) {
            OptionalInt last = claim.lasts().stream()
                    .filter(node -> node.thread() == thread)
                    .mapToInt(StepNode::position)
                    .max();
            if (last.isEmpty()) return Integer.MAX_VALUE;
            cap = Math.max(cap, last.getAsInt() + 1);
        }
        return cap;
    }

    BitSet needed() {
        return needed;
    }

    Slice slice(Slice.Purpose purpose) {
        return new Slice(slicer, window, ends, needed, cells, purpose);
    }

    // ---- steps -------------------------------------------------------------------------------------------------

    private void want(StepNode node) {
        want(node, caps[node.thread()]);
    }

    private void want(StepNode node, int cap) {
        if (!window.contains(node)) return;
        wanted[node.thread()] = Math.max(wanted[node.thread()], Math.min(node.position() + 1, cap));
    }

    private void run() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int thread = 0; thread < ends.length; thread++) {
                for (; ends[thread] < wanted[thread]; changed = true) {
                    StepNode node = program.thread(thread).get(ends[thread]++);
                    if (isFirst(node))
                        openAtStart.stream()
                                .filter(it -> it.thread() == node.thread())
                                .forEach(this::enter);
                    include(node);
                }
            }
            for (; !symbols.isEmpty(); changed = true) define(symbols.poll());
        }
    }

    /** Whether it is the first of its thread in the window. */
    private boolean isFirst(StepNode node) {
        return node.position() == 0
                || window.isBefore(program.thread(node.thread()).get(node.position() - 1));
    }

    private void include(StepNode node) {
        slicer.waiting().of(node).forEach(others -> others.forEach(this::want));
        // An atomic section that is begun but not ended would keep all other threads from moving.
        slicer.waiting().endOfAtomic(node).ifPresent(end -> want(end, Integer.MAX_VALUE));
        if (node.instr().filter(Instr.Lock.class::isInstance).isPresent())
            program.sectionBegunBy(node).ifPresent(this::enter);
        for (TraceEvent event : node.step().events()) {
            if (isOfInterest(event)) for (Expr each : EventOperands.computed(event)) mark(each, event);
            if (slicer.model() != CausalModel.LOCK_ONLY && event.isSymbolic()) {
                for (Expr each : EventOperands.fixed(event)) mark(each, event);
                for (Expr each : EventOperands.evaluated(event)) if (Divisions.areIn(each)) mark(each, event);
            }
            for (Cell cell : program.cellsOf(event)) touch(node, event, cell);
        }
    }

    private boolean isOfInterest(TraceEvent event) {
        if (!event.isSymbolic() || slicer.model() == CausalModel.LOCK_ONLY) return false;
        if (interest == Interest.WAYS) return EventOperands.isCondition(event);
        return event.site().instr() instanceof Instr.Store
                || EventOperands.endsThread(event)
                || EventOperands.isCondition(event)
                        && slicer.origin().failure(event).isEmpty();
    }

    /** A thread that enters a critical section must be able to leave it, and so must a thread that is in there already. */
    private void enter(CriticalSection section) {
        if (!program.isContested(section.lock())) return;
        leave(section);
        for (CriticalSection other : openAtStart)
            if (other.thread() != section.thread() && other.excludes(section)) leave(other);
    }

    private void leave(CriticalSection section) {
        StepNode release = section.release();
        if (release != null) want(release);
    }

    // ---- values ------------------------------------------------------------------------------------------------

    private void mark(Expr expr, TraceEvent event) {
        Bindings.symbols(expr, event, this::mark);
    }

    private void mark(int symbol) {
        if (needed.get(symbol)) return;
        needed.set(symbol);
        symbols.add(symbol);
    }

    private void touch(StepNode node, TraceEvent event, Cell cell) {
        CellAccess.Kind kind = Cells.kind(event.site().instr());
        if (isAlwaysRelevant(cell, event)) relevant(cell);
        if (!cells.contains(cell)) return;
        if (kind != CellAccess.Kind.READ) written(event, cell);
        boolean everyRead = slicer.model() == CausalModel.MAXIMAL || kind == CellAccess.Kind.READ_AND_WRITE;
        if (kind != CellAccess.Kind.WRITE
                && (everyRead || event.site().instr() instanceof Instr.Await || cell.isOfSemaphore())) seen(node, cell);
    }

    private boolean isAlwaysRelevant(Cell cell, TraceEvent event) {
        return switch (slicer.model()) {
            case LOCK_ONLY -> cell.isOfSemaphore();
            case SYMBOLIC -> cell.isOfSemaphore() || event.site().instr() instanceof Instr.Await;
            case MAXIMAL ->
                cell.isShared() || cell.isOfSemaphore() || event.site().instr() instanceof Instr.Await;
        };
    }

    /** A symbol has the value that its event computes, so it needs what the event reads. */
    private void define(int symbol) {
        StepNode node = program.definer(symbol);
        if (window.isBefore(node)) return;
        TraceEvent event = program.definition(symbol);
        for (Expr each : EventOperands.computed(event)) mark(each, event);
        if (event.site().instr() instanceof Instr.Store) return;
        if (event.site().instr() instanceof Instr.Join) {
            program.endOfJoined(event)
                    .ifPresent(end -> EventOperands.computed(end.event()).forEach(each -> mark(each, end.event())));
        }
        for (Cell cell : program.cellsOf(event)) {
            relevant(cell);
            seen(node, cell);
        }
    }

    private void relevant(Cell cell) {
        if (!cells.add(cell)) return;
        for (CellAccess access : window.part(cell.accesses(), it -> it.node().number())) {
            if (access.writes() && access.node().position() < ends[access.node().thread()])
                written(access.event(), cell);
            if (access.kind() == CellAccess.Kind.READ_AND_WRITE
                    && access.node().position() < ends[access.node().thread()]) seen(access.node(), cell);
        }
    }

    private void written(TraceEvent event, Cell cell) {
        if (slicer.counters().contains(cell)) return;
        for (Expr each : EventOperands.computed(event)) mark(each, event);
        if (Cells.kind(event.site().instr()) != CellAccess.Kind.READ_AND_WRITE) return;
        if (event.symbol() != 0) mark(event.symbol());
        // What it writes to one cell may depend on all cells that it reads.
        program.cellsOf(event).forEach(this::relevant);
    }

    /** A read may see the last write of any other thread, unless that write comes after the read in every order. */
    private void seen(StepNode reader, Cell cell) {
        if (!cell.isShared()) return;
        for (List<StepNode> theirs : writes.computeIfAbsent(cell, this::writesByThread)) {
            if (theirs.isEmpty() || theirs.getFirst().thread() == reader.thread()) continue;
            for (int i = theirs.size() - 1; i >= 0; i--) {
                StepNode writer = theirs.get(i);
                if (writer.position() < wanted[writer.thread()]) break;
                if (program.mustOrder().isBefore(reader, writer)) continue;
                want(writer);
                break;
            }
        }
    }

    private List<List<StepNode>> writesByThread(Cell cell) {
        var byThread = new ArrayList<List<StepNode>>();
        for (int i = 0; i < ends.length; i++) byThread.add(new ArrayList<>());
        for (CellAccess access : window.part(cell.accesses(), it -> it.node().number())) {
            if (access.writes()) byThread.get(access.node().thread()).add(access.node());
        }
        return byThread;
    }
}
