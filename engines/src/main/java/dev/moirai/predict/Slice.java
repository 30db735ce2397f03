package dev.moirai.predict;

import dev.moirai.property.CausalModel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The part of a trace that a formula is about: within a window, the first steps of each thread, and the symbols and cells whose
 * values can matter to them. Steps before the window have happened as recorded, all other steps do not happen: so every order of
 * a slice is a prefix of an order of the trace. {@link Slicer} chooses the slice so that no violation is lost.
 */
final class Slice {
    private final Slicer slicer;
    private final Window window;
    private final int[] ends;
    private final BitSet needed;
    private final Set<Cell> cells;
    private final Purpose purpose;

    /** What kind of question the slice is made for. */
    enum Purpose {
        /** Whether a violation occurs that is described by some steps. */
        STEPS,
        /** Also whether all threads come to wait for ever. */
        STUCK
    }

    /** @param ends by thread: the position after its last step that may happen */
    Slice(Slicer slicer, Window window, int[] ends, BitSet needed, Set<Cell> cells, Purpose purpose) {
        this.slicer = slicer;
        this.purpose = purpose;
        this.window = window;
        this.ends = ends;
        this.needed = needed;
        this.cells = cells;
    }

    Window window() {
        return window;
    }

    boolean isForStuck() {
        return purpose == Purpose.STUCK;
    }

    CausalModel model() {
        return slicer.model();
    }

    Counters counters() {
        return slicer.counters();
    }

    boolean contains(StepNode node) {
        return window.contains(node) && node.position() < ends[node.thread()];
    }

    /** Whether the step lies before the window, so that it has happened. */
    boolean isBefore(StepNode node) {
        return window.isBefore(node);
    }

    /** Whether the step lies outside the slice, so that it does not happen. */
    boolean isBeyond(StepNode node) {
        return !isBefore(node) && !contains(node);
    }

    /** The elements of the list, which is in the order of the trace, that belong to the slice. */
    <T> List<T> part(List<T> all, Function<T, StepNode> node) {
        List<T> inside = window.part(all, it -> node.apply(it).number());
        var part = new ArrayList<T>();
        for (T each : inside) if (contains(node.apply(each))) part.add(each);
        return part;
    }

    List<CellAccess> accesses(Cell cell) {
        return part(cell.accesses(), CellAccess::node);
    }

    /** The critical sections of locks that several threads take, by lock and thread. */
    List<List<List<CriticalSection>>> contested() {
        Map<Integer, Map<Integer, List<CriticalSection>>> byLock = new LinkedHashMap<>();
        for (CriticalSection section : slicer.program().sectionsIn(window)) {
            if (isBeyond(section.acquire())) continue;
            byLock.computeIfAbsent(section.lock(), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(section.thread(), _ -> new ArrayList<>())
                    .add(section);
        }
        var contested = new ArrayList<List<List<CriticalSection>>>();
        for (Map<Integer, List<CriticalSection>> byThread : byLock.values()) {
            if (byThread.size() > 1) contested.add(List.copyOf(byThread.values()));
        }
        return contested;
    }

    List<Assertions.Place> assertions() {
        return part(slicer.assertions().all(), Assertions.Place::node);
    }

    /** Whether the value of a symbol matters. */
    boolean isNeeded(int symbol) {
        return model() == CausalModel.MAXIMAL || needed.get(symbol);
    }

    /** Whether only assertions depend on the value; then it may differ from the trace even in the maximal model. */
    boolean isForAssertionsOnly(int symbol) {
        return slicer.isForAssertionsOnly(symbol);
    }

    /** The cells whose values matter. */
    Set<Cell> cells() {
        return cells;
    }

    /** How many steps may happen. */
    int size() {
        var before = new Window(0, window.from());
        int size = 0;
        for (int thread = 0; thread < ends.length; thread++) {
            List<StepNode> ofThread = slicer.program().thread(thread);
            size += ends[thread] - before.part(ofThread, StepNode::number).size();
        }
        return size;
    }

    /** Whether every step of the other slice is in this one. */
    boolean covers(Slice other) {
        if (!window.equals(other.window) || purpose.compareTo(other.purpose) < 0) return false;
        for (int thread = 0; thread < ends.length; thread++) if (ends[thread] < other.ends[thread]) return false;
        return true;
    }
}
