package dev.moirai.predict;

import dev.moirai.logic.TermPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What synchronisation demands of the order, besides {@link LockOrder}: creation and join, failed attempts to take a lock,
 * atomic sections, and the lives of objects. {@link BarrierRounds} count, {@link Wakings} are of condition variables, semaphores are
 * numbers and are tied by {@link PiFunctions}.
 */
final class Synchronisation {
    private final TraceProgram program;
    private final PrefixFormula encoding;
    private final TermPool pool;
    private final Slice slice;

    Synchronisation(TraceProgram program, PrefixFormula encoding) {
        this.program = program;
        this.encoding = encoding;
        this.pool = encoding.pool();
        this.slice = encoding.slice();
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
            if (slice.contains(first)) encoding.requires(first, spawn);
        });
        program.join(thread).filter(slice::contains).ifPresent(join -> {
            StepNode last = program.thread(thread).getLast();
            if (slice.isBefore(last)) return;
            encoding.demand(-encoding.executed(join), encoding.finished(thread));
            encoding.requires(join, last);
        });
    }

    /** If both happen, it is in this order. */
    private void ordered(StepNode first, StepNode second) {
        encoding.demand(-encoding.executed(first), -encoding.executed(second), encoding.before(first, second));
    }

    /** Somebody holds the lock at that moment. */
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
            int over = release == null ? TermPool.FALSE : encoding.executed(release);
            int later = release == null || !slice.contains(release)
                    ? TermPool.TRUE
                    : encoding.before(failed.node(), release);
            held = pool.or(
                    held,
                    pool.and(
                            encoding.executed(section.acquire()),
                            pool.and(encoding.before(section.acquire(), failed.node()), pool.or(-over, later))));
        }
        encoding.demand(-encoding.executed(failed.node()), held);
    }

    // ---- atomic sections, lives --------------------------------------------------------------------------------

    /** All its steps have one place in the order, so nobody comes in between; and where it is not done, nobody else goes on. */
    private void atomic(TraceProgram.Atomic atomic) {
        if (!slice.contains(atomic.begin()) || !slice.contains(atomic.end())) return;
        int begun = encoding.executed(atomic.begin());
        int done = encoding.executed(atomic.end());
        for (int thread = 0; thread < program.threadCount(); thread++) {
            if (thread == atomic.begin().thread()) continue;
            for (Key key : encoding.keys(thread)) {
                encoding.demand(-begun, done, -key.executed(), -encoding.before(atomic.begin(), key.node()));
            }
        }
        for (TraceProgram.Atomic other : program.atomics()) {
            if (other.begin().thread() == atomic.begin().thread() || !slice.contains(other.begin())) continue;
            if (!slice.contains(other.end())) continue;
            encoding.demand(-begun, done, -encoding.executed(other.begin()), encoding.executed(other.end()));
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
        if (other.kind() == TraceProgram.Life.Kind.USE && encoding.hasKey(b)) {
            if (end.kind() == TraceProgram.Life.Kind.INIT && a.number() < b.number()) encoding.requires(b, a);
            else if (slice.isBeyond(a)) return;
            else if (b.number() < a.number()) ordered(b, a);
            else ordered(a, b);
        }
    }

    /** What others touch they touch before it is freed. */
    private void frees() {
        if (program.frees().isEmpty()) return;
        Map<Integer, List<StepNode>> freed = new HashMap<>();
        for (StepNode free : program.frees()) {
            if (!slice.contains(free) || !encoding.hasKey(free)) continue;
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
                    if (node.thread() == free.thread() || !slice.contains(node) || !encoding.hasKey(node)) continue;
                    if (node.number() < free.number()) ordered(node, free);
                }
            }
        }
    }
}
