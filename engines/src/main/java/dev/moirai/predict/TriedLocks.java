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
 * Locks whose attempts may come out otherwise in another order while the thread goes on. Who holds such a lock is not told by
 * the trace, so it has a cell that holds its {@linkplain LockRules state}; what is done to it reads and writes that cell.
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

    /** Attempts on these locks and semaphores may come out otherwise, from now on. */
    void add(Set<Integer> objects) {
        tried.addAll(objects);
        sections.doubt(objects);
    }

    /** Gives the locks their states, when all of them are known. */
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

    /** Whether attempts on the object, a lock or a semaphore, may come out otherwise. */
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

    /** Whether a lock that may not be held is given back, waited with or destroyed there. */
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
                : rules.of(event, node.thread(), before).next();
        states.put(lock, after);
        CellAccess.Kind kind = Cells.kind(event.site().instr());
        cell.add(new CellAccess(node, event, 0, cell, 0, kind, CellAccess.Nature.SYNC, pool.value(after)));
    }

    private int free() {
        return pool.bv(LockRules.FREE, 8 * LockRules.BYTES);
    }
}
