package dev.moirai.predict;

import dev.moirai.logic.TermPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What synchronisation demands of the order: creation and join, locks as stretches that exclude each other (the paper's
 * simplification for lock semantics), barriers, condition variables, atomic sections, and the lives of objects.
 * Semaphores are numbers and are tied by {@link PiFunctions}.
 */
final class Synchronisation {
    private final TraceProgram program;
    private final Encoding encoding;
    private final TermPool pool;
    private final Window window;

    Synchronisation(TraceProgram program, Encoding encoding) {
        this.program = program;
        this.encoding = encoding;
        this.pool = encoding.pool();
        this.window = encoding.window();
    }

    void add() {
        for (int thread = 1; thread < program.threadCount(); thread++) creationAndJoin(thread);
        locks();
        program.failedTries().forEach(this::failedTry);
        program.wakenings().forEach(this::wakening);
        program.atomics().forEach(this::atomic);
        lives();
        frees();
    }

    private void creationAndJoin(int thread) {
        if (program.thread(thread).isEmpty()) return;
        program.spawn(thread).filter(window::contains).ifPresent(spawn -> {
            Node first = program.thread(thread).getFirst();
            if (window.contains(first)) requires(first, spawn);
        });
        program.join(thread).filter(window::contains).ifPresent(join -> {
            Node last = program.thread(thread).getLast();
            if (window.isBefore(last)) return;
            encoding.demand(-encoding.executed(join), encoding.finished(thread));
            encoding.demand(-encoding.executed(join), encoding.strictly(last, join));
        });
    }

    /** One step happens only after another has. */
    private void requires(Node later, Node earlier) {
        encoding.demand(-encoding.executed(later), encoding.executed(earlier));
        encoding.demand(-encoding.executed(later), encoding.strictly(earlier, later));
    }

    /** If both happen, it is in this order. */
    private void ordered(Node first, Node second) {
        encoding.demand(-encoding.executed(first), -encoding.executed(second), encoding.strictly(first, second));
    }

    // ---- locks -------------------------------------------------------------------------------------------------

    private void locks() {
        Map<Integer, List<Section>> byLock = new HashMap<>();
        for (Section section : program.sectionsIn(window)) {
            byLock.computeIfAbsent(section.lock(), _ -> new ArrayList<>()).add(section);
        }
        for (List<Section> sections : byLock.values()) {
            for (int i = 0; i < sections.size(); i++) {
                for (int j = i + 1; j < sections.size(); j++) exclude(sections.get(i), sections.get(j));
            }
        }
    }

    private void exclude(Section a, Section b) {
        if (a.thread() == b.thread() || !a.excludes(b)) return;
        encoding.demand(
                -encoding.executed(a.acquire()),
                -encoding.executed(b.acquire()),
                isOverBefore(a, b),
                isOverBefore(b, a));
    }

    private int isOverBefore(Section first, Section second) {
        Node release = first.release();
        if (release == null || !window.contains(release) || !window.contains(second.acquire())) return TermPool.FALSE;
        return pool.and(encoding.executed(release), encoding.before(release, second.acquire()));
    }

    /** Somebody holds the lock at that moment. */
    private void failedTry(TraceProgram.FailedTry failed) {
        if (!window.contains(failed.node()) || !failed.own().isEmpty()) return;
        int held = TermPool.FALSE;
        for (Section section : program.sections()) {
            Node release = section.release();
            boolean past = release != null && window.isBefore(release);
            if (section.lock() != failed.lock()
                    || section.thread() == failed.node().thread()
                    || past) continue;
            if (section.acquire().number() >= window.to()) continue;
            int over = release == null ? TermPool.FALSE : encoding.executed(release);
            int later = release == null || !window.contains(release)
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

    // ---- conditions, atomic sections, lives --------------------------------------------------------------------

    private void wakening(TraceProgram.Wakening wakening) {
        if (!window.contains(wakening.awake()) || !window.contains(wakening.signal())) return;
        requires(wakening.awake(), wakening.signal());
        if (window.contains(wakening.asleep())) requires(wakening.signal(), wakening.asleep());
    }

    /** All its steps have one clock, so nobody comes in between; and where it is not done, nobody else goes on. */
    private void atomic(TraceProgram.Atomic atomic) {
        if (!window.contains(atomic.begin()) || !window.contains(atomic.end())) return;
        int begun = encoding.executed(atomic.begin());
        int done = encoding.executed(atomic.end());
        for (int thread = 0; thread < program.threadCount(); thread++) {
            if (thread == atomic.begin().thread()) continue;
            for (Key key : encoding.keys(thread)) {
                encoding.demand(-begun, done, -key.executed(), -encoding.strictly(atomic.begin(), key.node()));
            }
        }
        for (TraceProgram.Atomic other : program.atomics()) {
            if (other.begin().thread() == atomic.begin().thread() || !window.contains(other.begin())) continue;
            if (!window.contains(other.end())) continue;
            encoding.demand(-begun, done, -encoding.executed(other.begin()), encoding.executed(other.end()));
        }
    }

    private void lives() {
        if (program.ends().isEmpty()) return;
        Map<Integer, List<TraceProgram.Life>> byObject = new HashMap<>();
        for (TraceProgram.Life life : program.lives()) {
            byObject.computeIfAbsent(life.object(), _ -> new ArrayList<>()).add(life);
        }
        for (List<TraceProgram.Life> lives : byObject.values()) {
            for (TraceProgram.Life end : lives) {
                if (end.kind() == TraceProgram.Life.Kind.USE || !window.contains(end.node())) continue;
                for (TraceProgram.Life other : lives) keepOrder(end, other);
            }
        }
    }

    /** An object is used after it is made and before it is destroyed, as in the trace. */
    private void keepOrder(TraceProgram.Life end, TraceProgram.Life other) {
        Node a = end.node();
        Node b = other.node();
        if (a.thread() == b.thread()
                || !window.contains(b)
                || program.mustOrder().areOrdered(a, b)) return;
        if (other.kind() == TraceProgram.Life.Kind.USE && encoding.hasKey(b)) {
            if (end.kind() == TraceProgram.Life.Kind.INIT && a.number() < b.number()) requires(b, a);
            else if (b.number() < a.number()) ordered(b, a);
            else ordered(a, b);
        }
    }

    /** What others touch they touch before it is freed. */
    private void frees() {
        if (program.frees().isEmpty()) return;
        Map<Integer, List<Node>> freed = new HashMap<>();
        for (Node free : program.frees()) {
            if (!window.contains(free) || !encoding.hasKey(free)) continue;
            free.visible()
                    .orElseThrow()
                    .ranges()
                    .forEach(range -> freed.computeIfAbsent(range.object(), _ -> new ArrayList<>())
                            .add(free));
        }
        for (Cell cell : program.cells()) {
            for (Node free : freed.getOrDefault(cell.object(), List.of())) {
                for (Access access : cell.accesses()) {
                    Node node = access.node();
                    if (node.thread() == free.thread() || !window.contains(node) || !encoding.hasKey(node)) continue;
                    if (node.number() < free.number()) ordered(node, free);
                }
            }
        }
    }
}
