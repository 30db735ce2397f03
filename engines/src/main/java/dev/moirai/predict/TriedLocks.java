package dev.moirai.predict;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Sync;
import dev.moirai.logic.TermPool;
import dev.moirai.trace.Range;
import dev.moirai.trace.TraceEvent;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Locks and semaphores whose attempts may have another result in another order, and the thread goes on with either result. The
 * trace does not tell who holds such a lock in another order. So its {@linkplain LockRules state} is a cell, and every operation on
 * the lock reads and writes this cell.
 */
final class TriedLocks {
    private final CriticalSections sections;
    private final Set<Integer> tried = new TreeSet<>();
    private final Map<Integer, Cell> cells = new TreeMap<>();
    private final Map<Integer, Integer> states = new HashMap<>();
    private final TermPool pool = new TermPool();
    private final LockRules rules = new LockRules(pool);

    TriedLocks(CriticalSections sections) {
        this.sections = sections;
    }

    /** These locks and semaphores are tried. */
    void add(Set<Integer> objects) {
        tried.addAll(objects);
        sections.doubt(objects);
    }

    /** Computes the states that the locks have in the trace, step by step; called once, when all tried locks are known. */
    void follow(List<StepNode> nodes) {
        if (tried.isEmpty()) return;
        for (StepNode node : nodes) {
            node.visible()
                    .ifPresent(event -> lockOf(event).ifPresent(range -> {
                        int lock = sections.number(range);
                        if (tried.contains(lock)) follow(node, event, lock, range);
                    }));
        }
    }

    /** Whether the lock or semaphore that the event is about is tried. */
    boolean contains(TraceEvent event) {
        return !tried.isEmpty()
                && !event.ranges().isEmpty()
                && tried.contains(sections.number(event.ranges().getFirst()));
    }

    /** The states of the locks. */
    Collection<Cell> cells() {
        return cells.values();
    }

    /** The state of the lock that the event is about, if it is one of them. */
    Optional<Cell> cellOf(TraceEvent event) {
        if (cells.isEmpty()) return Optional.empty();
        return lockOf(event).map(range -> cells.get(sections.number(range)));
    }

    /** Whether the step unlocks, waits with or destroys a tried lock, so that it may misuse it. */
    boolean isMisusable(StepNode node) {
        return node.visible()
                .filter(event -> switch (event.site().instr()) {
                    case Instr.Unlock _, Instr.Wait _, Instr.DestroySync _ ->
                        cellOf(event).isPresent();
                    default -> false;
                })
                .isPresent();
    }

    /** The memory of the lock that the event takes, gives back, makes or destroys. */
    private static Optional<Range> lockOf(TraceEvent event) {
        int at = switch (event.site().instr()) {
            case Instr.Lock _, Instr.Unlock _ -> 0;
            case Instr.Wait _ -> 1;
            case Instr.InitSync i when isLock(i.kind()) -> 0;
            case Instr.DestroySync i when isLock(i.kind()) -> 0;
            default -> event.ranges().size();
        };
        return at < event.ranges().size() ? Optional.of(event.ranges().get(at)) : Optional.empty();
    }

    private static boolean isLock(Sync kind) {
        return switch (kind) {
            case MUTEX, SPIN, RWLOCK -> true;
            case CONDITION, BARRIER, SEMAPHORE -> false;
        };
    }

    private void follow(StepNode node, TraceEvent event, int lock, Range range) {
        Cell cell = cells.computeIfAbsent(lock, _ -> new Cell(range.object(), range.offset(), LockRules.BYTES));
        if (cell.accesses().isEmpty()) cell.setInitial(LockRules.FREE);
        int before = states.computeIfAbsent(lock, _ -> free());
        int after = event.site().instr() instanceof Instr.InitSync
                ? free()
                : rules.of(node, before).next();
        states.put(lock, after);
        CellAccess.Kind kind = Cells.kind(event.site().instr());
        cell.add(new CellAccess(node, event, 0, cell, 0, kind, CellAccess.Nature.SYNC, pool.value(after)));
    }

    private int free() {
        return pool.bv(LockRules.FREE, 8 * LockRules.BYTES);
    }
}
