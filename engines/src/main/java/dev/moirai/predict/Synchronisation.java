package dev.moirai.predict;

import dev.moirai.logic.TermPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What synchronisation demands of the order, besides {@link LockOrder}: creation and join, failed attempts to take a lock,
 * atomic sections, and the lives of objects. For barriers see {@link BarrierRounds}, for condition variables {@link
 * Wakings}; semaphores and tried locks are numbers in memory, whose reads {@link PiFunctions} tie.
 */
final class Synchronisation {
    private final TraceProgram program;
    private final PrefixFormula formula;
    private final TermPool pool;
    private final Slice slice;

    Synchronisation(TraceProgram program, PrefixFormula formula) {
        this.program = program;
        this.formula = formula;
        this.pool = formula.pool();
        this.slice = formula.slice();
    }

    void add() {
        for (int thread = 1; thread < program.threadCount(); thread++) creationAndJoin(thread);
        program.failedTries().forEach(this::failedTry);
        program.atomics().forEach(this::atomic);
        lives();
        frees();
    }

    private void creationAndJoin(int thread) {
        if (program.thread(thread).isEmpty()) return;
        program.spawn(thread).filter(spawn -> !slice.isBefore(spawn)).ifPresent(spawn -> {
            StepNode first = program.thread(thread).getFirst();
            if (slice.contains(first)) formula.requires(first, spawn);
        });
        program.joins(thread).stream().filter(slice::contains).forEach(join -> {
            StepNode last = program.thread(thread).getLast();
            if (slice.isBefore(last)) return;
            formula.demand(-formula.executed(join), formula.finished(thread));
            formula.requires(join, last);
        });
    }

    /** Demands that the two steps happen in this order, if both happen. */
    private void ordered(StepNode first, StepNode second) {
        formula.demand(-formula.executed(first), -formula.executed(second), formula.before(first, second));
    }

    /** Demands that some other thread holds the lock when the attempt fails. */
    private void failedTry(TraceProgram.FailedTry failed) {
        if (!slice.contains(failed.node()) || !failed.own().isEmpty()) return;
        int held = TermPool.FALSE;
        for (CriticalSection section : program.sections()) {
            StepNode release = section.release();
            boolean past = release != null && slice.isBefore(release);
            if (section.lock() != failed.lock()
                    || section.thread() == failed.node().thread()
                    || past) continue;
            if (slice.isBeyond(section.acquire())) continue;
            int over = release == null ? TermPool.FALSE : formula.executed(release);
            int later = release == null || !slice.contains(release)
                    ? TermPool.TRUE
                    : formula.before(failed.node(), release);
            held = pool.or(
                    held,
                    pool.and(
                            formula.executed(section.acquire()),
                            pool.and(formula.before(section.acquire(), failed.node()), pool.or(-over, later))));
        }
        formula.demand(-formula.executed(failed.node()), held);
    }

    // ---- atomic sections, lives --------------------------------------------------------------------------------

    /** The steps of an atomic section share one moment, so no other step comes between; while it is not ended, no other thread moves. */
    private void atomic(TraceProgram.Atomic atomic) {
        if (!slice.contains(atomic.begin()) || !slice.contains(atomic.end())) return;
        int begun = formula.executed(atomic.begin());
        int done = formula.executed(atomic.end());
        for (int thread = 0; thread < program.threadCount(); thread++) {
            if (thread == atomic.begin().thread()) continue;
            for (EncodedStep key : formula.encoded(thread)) {
                formula.demand(-begun, done, -key.executed(), -formula.before(atomic.begin(), key.node()));
            }
        }
        for (TraceProgram.Atomic other : program.atomics()) {
            if (other.begin().thread() == atomic.begin().thread() || !slice.contains(other.begin())) continue;
            if (!slice.contains(other.end())) continue;
            formula.demand(-begun, done, -formula.executed(other.begin()), formula.executed(other.end()));
        }
    }

    private void lives() {
        if (program.beginningsAndEnds().isEmpty()) return;
        Map<Integer, List<TraceProgram.Life>> byObject = new HashMap<>();
        for (TraceProgram.Life life : program.lives()) {
            byObject.computeIfAbsent(life.object(), _ -> new ArrayList<>()).add(life);
        }
        for (List<TraceProgram.Life> lives : byObject.values()) {
            for (TraceProgram.Life end : lives) {
                if (end.kind() == TraceProgram.Life.Kind.USE || slice.isBefore(end.node())) continue;
                for (TraceProgram.Life other : lives) keepOrder(end, other);
            }
        }
    }

    /** An object is used after it is made and before it is destroyed, as in the trace. */
    private void keepOrder(TraceProgram.Life end, TraceProgram.Life other) {
        StepNode a = end.node();
        StepNode b = other.node();
        if (a.thread() == b.thread()
                || !slice.contains(b)
                || program.mustOrder().areOrdered(a, b)) return;
        if (other.kind() == TraceProgram.Life.Kind.USE && formula.isEncoded(b)) {
            if (end.kind() == TraceProgram.Life.Kind.INIT && a.number() < b.number()) formula.requires(b, a);
            else if (slice.isBeyond(a)) return;
            else if (b.number() < a.number()) ordered(b, a);
            else ordered(a, b);
        }
    }

    /** Accesses of other threads that come before a free in the trace come before it in every order. */
    private void frees() {
        if (program.frees().isEmpty()) return;
        Map<Integer, List<StepNode>> freed = new HashMap<>();
        for (StepNode free : program.frees()) {
            if (!slice.contains(free) || !formula.isEncoded(free)) continue;
            free.visible()
                    .orElseThrow()
                    .ranges()
                    .forEach(range -> freed.computeIfAbsent(range.object(), _ -> new ArrayList<>())
                            .add(free));
        }
        for (Cell cell : program.cells()) {
            for (StepNode free : freed.getOrDefault(cell.object(), List.of())) {
                for (CellAccess access : cell.accesses()) {
                    StepNode node = access.node();
                    if (node.thread() == free.thread() || !slice.contains(node) || !formula.isEncoded(node)) continue;
                    if (node.number() < free.number()) ordered(node, free);
                }
            }
        }
    }
}
