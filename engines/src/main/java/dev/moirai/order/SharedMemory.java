package dev.moirai.order;

import dev.moirai.logic.TermPool;
import dev.moirai.symbolic.MemoryObject.Cell;
import dev.moirai.symbolic.Outside;
import dev.moirai.symbolic.SymbolicExecution.Snapshot;
import dev.moirai.symbolic.World;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Memory as one thread sees it among others. What it reads of a cell that others write is a new value, one for each event
 * and cell, which the pi-functions tie to the writes. Everything else needs no event: cells that one thread alone touches,
 * cells that nobody writes once there are several threads, or nobody reads, and a thread's own view of what it alone writes.
 *
 * <p>Which cells are which, and which values a cell can hold at all, is found by executing the threads again until nothing
 * new is learnt: every round assumes what the last one saw.
 */
final class SharedMemory implements Outside {
    /** Narrower cells are not worth counting. */
    private static final int LEAST_WIDTH = 16;

    private final World world;
    private final TermPool pool;
    private final Map<Cell, Uses> uses = new LinkedHashMap<>();
    private Map<Cell, View> views = new LinkedHashMap<>();

    private Snapshot atStart;
    private int thread;
    private boolean alone = true;
    private @Nullable Event event;
    private boolean learnt;

    /** What this round has seen of cells that may be counters, and which term is what was read of which cell. */
    private final Map<Cell, CountedCell> counted = new HashMap<>();

    private final Map<Integer, Cell> readAs = new HashMap<>();

    /** Who reads and writes a cell, and what it can hold. */
    private static final class Uses {
        final BitSet readers = new BitSet();
        final BitSet writers = new BitSet();
        final ValueSet values = new ValueSet();
        /** How often a range was assumed that turned out to be too small. */
        int miscounts;
    }

    private enum Kind {
        /** One thread touches it, or nobody writes it, or nobody reads it. */
        UNDISTURBED,
        /** One thread writes it, others read it. */
        ONE_WRITER,
        DISPUTED
    }

    /** What a round takes a cell for. */
    private record View(Kind kind, int writer, ValueSet values) {}

    SharedMemory(World world) {
        this.world = world;
        this.pool = world.pool();
        this.atStart = world::atFirst;
    }

    /** The thread's text has a read of the cell, so that it need not come there for the writes of others to be followed. */
    void expectRead(int reader, Cell cell) {
        uses.computeIfAbsent(cell, _ -> new Uses()).readers.set(reader);
    }

    // ---- rounds ------------------------------------------------------------------------------------------------

    /** A round begins: what was seen so far is assumed. */
    void begin() {
        views = new LinkedHashMap<>();
        uses.forEach((cell, seen) -> views.put(cell, view(seen)));
        uses.values().forEach(seen -> seen.values.nextRound());
        atStart = world::atFirst;
        alone = true;
        learnt = false;
        counted.clear();
        readAs.clear();
    }

    private static View view(Uses uses) {
        var touching = (BitSet) uses.readers.clone();
        touching.or(uses.writers);
        Kind kind = touching.cardinality() < 2 || uses.writers.isEmpty() || uses.readers.isEmpty()
                ? Kind.UNDISTURBED
                : uses.writers.cardinality() == 1 ? Kind.ONE_WRITER : Kind.DISPUTED;
        return new View(kind, uses.writers.nextSetBit(0), uses.values.copy());
    }

    /** Whether the round saw more than it assumed. */
    boolean hasLearnt() {
        uses.forEach(this::lookAtCounting);
        return learnt;
    }

    /**
     * A cell that turns out to be counted has a range from the next round on. A range counts only if the round that assumes it sees it
     * kept: then whoever reads what is in it writes what is in it.
     */
    private void lookAtCounting(Cell cell, Uses seen) {
        CountedCell now = counted.get(cell);
        View view = views.get(cell);
        if (now == null || view == null || !view.values().isOpen()) return;
        boolean narrow = now.isNarrow() && cell.width() > LEAST_WIDTH;
        if (seen.values.isCounted()) {
            if (narrow && seen.values.isWithin(now)) return;
            seen.miscounts++;
            seen.values.forgetCounting();
            learnt = true;
        }
        if (narrow && seen.miscounts < 2) {
            seen.values.isBetween(now.low(), now.high());
            learnt = true;
        }
    }

    /** The cells that lose their contents in a thread's view when others may run. */
    Iterable<Cell> disturbedFor(int reader) {
        return views.entrySet().stream()
                .filter(entry -> isDisturbed(entry.getValue(), reader))
                .map(Map.Entry::getKey)::iterator;
    }

    /** From here on there are several threads; so much was in memory. */
    void several(Snapshot contents) {
        atStart = contents;
        alone = false;
    }

    @Override
    public boolean isAlone() {
        return alone;
    }

    void turnOf(int number) {
        thread = number;
    }

    void enter(@Nullable Event now) {
        event = now;
    }

    // ---- what executions ask -----------------------------------------------------------------------------------

    @Override
    public int contents(Cell cell) {
        if (alone) return world.atFirst(cell);
        View view = views.get(cell);
        if (view == null || !isDisturbed(view, thread)) return atStart.contents(cell);
        Event now = event;
        if (now == null) throw new IllegalStateException("shared " + cell + " outside all events");
        Integer known = now.reads().get(cell);
        if (known != null) return known;
        int value = view.values().variable(world, cell, cell + "@" + now);
        if (!pool.isConstant(value)) {
            now.reads().put(cell, value);
            readAs.put(value, cell);
        }
        return value;
    }

    private static boolean isDisturbed(View view, int reader) {
        return switch (view.kind()) {
            case UNDISTURBED -> false;
            case ONE_WRITER -> view.writer() != reader;
            case DISPUTED -> true;
        };
    }

    /** Whether others may be disturbed by a write of this thread. */
    boolean isWatched(Cell cell) {
        View view = views.get(cell);
        return view != null && view.kind() != Kind.UNDISTURBED;
    }

    boolean isDisturbed(Cell cell) {
        View view = views.get(cell);
        return view != null && isDisturbed(view, thread);
    }

    @Override
    public void touched(Cell cell, Use use) {
        if (alone) return;
        Uses seen = uses.computeIfAbsent(cell, _ -> new Uses());
        BitSet who = use == Use.READ ? seen.readers : seen.writers;
        if (!who.get(thread)) {
            who.set(thread);
            learnt = true;
        }
        if (event != null) event.touch(cell, use);
    }

    @Override
    public void resized() {
        learnt = true;
    }

    /** A value that the cell may hold from some time on. */
    void mayHold(Cell cell, int value) {
        int writer = event == null ? -1 : event.number();
        counted.computeIfAbsent(cell, _ -> new CountedCell(pool))
                .mayHold(value, writer, term -> cell.equals(readAs.get(term)));
        Uses seen = uses.computeIfAbsent(cell, _ -> new Uses());
        if (seen.readers.isEmpty()) return;
        learnt |= seen.values.add(world, value);
    }

    /** What the disturbed cells held at the start is among what may be read. */
    void addFirstContents() {
        for (Cell cell : uses.keySet()) mayHold(cell, atStart.contents(cell));
    }

    int atStart(Cell cell) {
        return atStart.contents(cell);
    }
}
