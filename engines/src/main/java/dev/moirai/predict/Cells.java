package dev.moirai.predict;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Sync;
import dev.moirai.trace.Range;
import dev.moirai.trace.RecordedStep;
import dev.moirai.trace.RecordedTrace;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/** Cuts memory into cells: at every place where some access of the trace begins or ends. */
final class Cells {
    private static final int WORD = 4;

    private final Map<Range, List<Cell>> byRange = new HashMap<>();
    private final List<Cell> all = new ArrayList<>();

    Cells(RecordedTrace trace) {
        Map<Integer, List<Range>> ranges = new HashMap<>();
        var holders = new MathematicalCells();
        for (RecordedStep step : trace.steps()) {
            for (TraceEvent event : step.events()) {
                Optional<Range> range = touched(event);
                if (range.isEmpty() || byRange.containsKey(range.get())) continue;
                byRange.put(range.get(), List.of());
                if (holders.add(range.get(), event.site().instr())) continue;
                ranges.computeIfAbsent(range.get().object(), _ -> new ArrayList<>())
                        .add(range.get());
            }
        }
        ranges.values().forEach(this::cut);
        all.addAll(holders.cells());
        byRange.putAll(holders.byRange());
    }

    /** The bytes whose values the event reads or writes. */
    static Optional<Range> touched(TraceEvent event) {
        if (event.ranges().isEmpty()) return Optional.empty();
        Range range = event.ranges().getFirst();
        return switch (event.site().instr()) {
            case Instr.ScalarAccess _, Instr.Await _ -> Optional.of(range);
            case Instr.Down _, Instr.Up _, Instr.Level _ -> Optional.of(value(range));
            case Instr.InitSync i when i.kind() == Sync.SEMAPHORE -> Optional.of(value(range));
            default -> Optional.empty();
        };
    }

    private static Range value(Range semaphore) {
        return new Range(semaphore.object(), semaphore.offset() + Sync.VALUE, WORD);
    }

    private void cut(List<Range> ofObject) {
        var edges = new TreeSet<Long>();
        for (Range range : ofObject) {
            edges.add(range.offset());
            edges.add(range.offset() + range.bytes());
        }
        var cells = new TreeMap<Long, Cell>();
        for (Range range : ofObject) {
            var own = new ArrayList<Cell>(1);
            long at = range.offset();
            while (at < range.offset() + range.bytes()) {
                Long end = edges.higher(at);
                if (end == null) throw new IllegalStateException("a range without an end");
                long start = at;
                own.add(cells.computeIfAbsent(start, _ -> cell(range.object(), start, (int) (end - start))));
                at = end;
            }
            byRange.put(range, List.copyOf(own));
        }
    }

    private Cell cell(int object, long offset, int bytes) {
        var cell = new Cell(object, offset, bytes);
        all.add(cell);
        return cell;
    }

    /** Adds a cell for the state of a tried lock: it is no memory that the program accesses itself. */
    void add(Cell cell) {
        all.add(cell);
    }

    List<Cell> all() {
        return all;
    }

    /** Notes what an event of a node does to its cells. */
    void add(StepNode node, TraceEvent event, int index) {
        Optional<Range> range = touched(event);
        if (range.isEmpty()) return;
        CellAccess.Kind kind = kind(event.site().instr());
        CellAccess.Nature nature = nature(event.site().instr());
        for (Cell cell : byRange.getOrDefault(range.get(), List.of())) {
            int shift = cell.type().isPresent()
                    ? range.get().keys().size()
                    : (int) (cell.offset() - range.get().offset());
            if (cell.accesses().isEmpty()) initial(cell, event, kind, shift).ifPresent(cell::setInitial);
            cell.add(new CellAccess(node, event, index, cell, shift, kind, nature, event.written()));
        }
    }

    List<Cell> of(TraceEvent event) {
        return touched(event)
                .map(range -> byRange.getOrDefault(range, List.of()))
                .orElse(List.of());
    }

    private static OptionalLong initial(Cell cell, TraceEvent event, CellAccess.Kind kind, int shift) {
        OptionalLong bits = kind == CellAccess.Kind.READ ? OptionalLong.of(event.result()) : event.before();
        if (event.site().instr() instanceof Instr.Await) return OptionalLong.empty();
        return bits.isEmpty() ? bits : OptionalLong.of(cell.part(bits.getAsLong(), shift));
    }

    /** Some bytes of a number, lowest first. */
    static long slice(long bits, int shift, int bytes) {
        long low = bits >>> (8 * shift);
        return bytes == 8 ? low : low & ((1L << 8 * bytes) - 1);
    }

    static CellAccess.Kind kind(Instr instr) {
        return switch (instr) {
            case Instr.Load _, Instr.Await _, Instr.Level _, Instr.DestroySync _ -> CellAccess.Kind.READ;
            case Instr.Store _, Instr.InitSync _ -> CellAccess.Kind.WRITE;
            default -> CellAccess.Kind.READ_AND_WRITE;
        };
    }

    private static CellAccess.Nature nature(Instr instr) {
        return switch (instr) {
            case Instr.Load i -> nature(i.access());
            case Instr.Store i -> nature(i.access());
            case Instr.Rmw i -> nature(i.access());
            case Instr.CompareExchange i -> nature(i.access());
            case Instr.Await _ -> CellAccess.Nature.ATOMIC;
            default -> CellAccess.Nature.SYNC;
        };
    }

    private static CellAccess.Nature nature(dev.moirai.ir.Access access) {
        if (!access.isShared()) return CellAccess.Nature.PRIVATE;
        if (access.order() == dev.moirai.ir.Access.Order.GLANCE) return CellAccess.Nature.GLANCE;
        return access.isAtomic() ? CellAccess.Nature.ATOMIC : CellAccess.Nature.PLAIN;
    }
}
