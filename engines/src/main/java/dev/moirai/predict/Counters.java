package dev.moirai.predict;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Cells that are only ever raised and lowered by constants, in one go: by atomic operations, by semaphore operations, or by
 * a read and a write under a lock that every write of the cell holds. What such a cell holds at a moment is what it began
 * with and the sum of the changes made so far, in whatever order; no read need be tied to a write. A write of a constant is
 * allowed too where creation and join order it against everything else, as with initialisation.
 */
final class Counters {
    /** How many definitions are followed from a stored value back to the read it is computed from. */
    private static final int DEPTH = 8;

    /** A write that adds a constant, or, without {@code by}, a write of a constant that resets the counter. */
    record Change(CellAccess write, OptionalLong by) {
        boolean isReset() {
            return by.isEmpty();
        }
    }

    private final TraceProgram program;
    private final Map<Cell, List<Change>> counters = new HashMap<>();

    Counters(TraceProgram program) {
        this.program = program;
        for (Cell cell : program.cells()) {
            if (cell.isShared() && cell.type().isEmpty()) changes(cell).ifPresent(all -> counters.put(cell, all));
        }
    }

    boolean contains(Cell cell) {
        return counters.containsKey(cell);
    }

    /** The changes to a cell in a slice, in the order of the trace. */
    List<Change> of(Cell cell, Slice slice) {
        return slice.part(
                counters.getOrDefault(cell, List.of()), change -> change.write().node());
    }

    private Optional<List<Change>> changes(Cell cell) {
        var changes = new ArrayList<Change>();
        var locked = new ArrayList<CellAccess>();
        var reads = new ArrayList<CellAccess>();
        boolean single = false;
        for (int i = 0; i < cell.accesses().size(); i++) {
            CellAccess access = cell.accesses().get(i);
            if (!access.writes()) continue;
            if (isInOneGo(access)) {
                OptionalLong by = atomicChange(access);
                // A number that spans several cells carries from one into the next, so no single cell is a counter.
                boolean whole = program.cellsOf(access.event()).size() == 1;
                if (by.isEmpty() || !whole) return Optional.empty();
                changes.add(new Change(access, by));
                single = true;
                continue;
            }
            Optional<Linear> linear = linear(access, i);
            if (linear.isPresent()) {
                changes.add(new Change(access, OptionalLong.of(linear.get().by())));
                locked.add(access);
                reads.add(linear.get().read());
            } else if (isConstant(access.event()) && isOrderedAgainstAll(cell, access)) {
                changes.add(new Change(access, OptionalLong.empty()));
            } else {
                return Optional.empty();
            }
        }
        if (!locked.isEmpty() && (single || !haveCommonLock(locked, reads))) return Optional.empty();
        return Optional.of(changes);
    }

    private static boolean isInOneGo(CellAccess access) {
        return access.reads() && access.writes();
    }

    private OptionalLong atomicChange(CellAccess access) {
        TraceEvent event = access.event();
        return switch (event.site().instr()) {
            case Instr.Down i
            when i.patience() != Instr.Patience.BLOCK && program.tried().contains(event) -> OptionalLong.empty();
            case Instr.Down _ -> OptionalLong.of(event.result() == 0 ? -1 : 0);
            case Instr.Up _ -> OptionalLong.of(event.result() == 0 ? 1 : 0);
            case Instr.Rmw i when i.op() == Instr.RmwOp.ADD -> constant(i.operand(), event);
            case Instr.Rmw i
            when i.op() == Instr.RmwOp.SUBTRACT -> {
                OptionalLong operand = constant(i.operand(), event);
                yield operand.isEmpty() ? operand : OptionalLong.of(-operand.getAsLong());
            }
            default -> OptionalLong.empty();
        };
    }

    /** The value of an operand that depends on nothing shared. */
    private static OptionalLong constant(Expr expr, TraceEvent event) {
        if (expr instanceof Expr.Constant(var type, var bits) && type instanceof Type.Int) return OptionalLong.of(bits);
        if (!(expr instanceof Local local) || !(local.type() instanceof Type.Int)) return OptionalLong.empty();
        int at = event.site().locals().indexOf(local);
        return event.symbols()[at] == 0 ? OptionalLong.of(event.values()[at]) : OptionalLong.empty();
    }

    // ---- a read and a write ------------------------------------------------------------------------------------

    /** What was read, and by how much it was changed. */
    private record Linear(CellAccess read, long by) {}

    private record Form(int symbol, long by) {}

    /** @param index the write's place among the accesses of its cell */
    private Optional<Linear> linear(CellAccess write, int index) {
        if (!(write.event().site().instr() instanceof Instr.Store store)) return Optional.empty();
        Optional<Form> form = form(store.value(), write.event(), write.cell().bits(), DEPTH);
        if (form.isEmpty()) return Optional.empty();
        TraceEvent definition = program.definition(form.get().symbol());
        StepNode node = program.definer(form.get().symbol());
        if (!(definition.site().instr() instanceof Instr.Load)
                || node.thread() != write.node().thread()) {
            return Optional.empty();
        }
        List<Cell> cells = program.cellsOf(definition);
        if (cells.size() != 1 || cells.getFirst() != write.cell()) return Optional.empty();
        List<CellAccess> accesses = write.cell().accesses();
        for (int i = index - 1; i >= 0; i--) {
            CellAccess access = accesses.get(i);
            if (access.event() == definition)
                return Optional.of(new Linear(access, form.get().by()));
            if (access.writes() && access.node().thread() == node.thread()) break;
        }
        return Optional.empty();
    }

    private Optional<Form> form(Expr expr, TraceEvent event, int bits, int depth) {
        if (depth == 0 || !(expr.type() instanceof Type.Int(var width, var _)) || width != bits)
            return Optional.empty();
        return switch (expr) {
            case Local local -> {
                int symbol = event.symbols()[event.site().locals().indexOf(local)];
                if (symbol == 0) yield Optional.empty();
                TraceEvent definition = program.definition(symbol);
                yield switch (definition.site().instr()) {
                    case Instr.Load _ -> Optional.of(new Form(symbol, 0));
                    case Instr.Assign assign -> form(assign.value(), definition, bits, depth - 1);
                    default -> Optional.empty();
                };
            }
            case Expr.Cast(var _, var operand) -> form(operand, event, bits, depth - 1);
            case Expr.Binary(var op, var left, var right)
            when op == Expr.BinaryOp.ADD ->
                sum(form(left, event, bits, depth - 1), constant(right, event), 1)
                        .or(() -> sum(form(right, event, bits, depth - 1), constant(left, event), 1));
            case Expr.Binary(var op, var left, var right)
            when op == Expr.BinaryOp.SUBTRACT -> sum(form(left, event, bits, depth - 1), constant(right, event), -1);
            default -> Optional.empty();
        };
    }

    private static Optional<Form> sum(Optional<Form> form, OptionalLong constant, int sign) {
        if (form.isEmpty() || constant.isEmpty()) return Optional.empty();
        return Optional.of(new Form(form.get().symbol(), form.get().by() + sign * constant.getAsLong()));
    }

    // ---- in one go ---------------------------------------------------------------------------------------------

    private static boolean haveCommonLock(List<CellAccess> writes, List<CellAccess> reads) {
        for (CriticalSection candidate : writes.getFirst().node().held()) {
            boolean all = true;
            for (int i = 0; i < writes.size() && all; i++) {
                all = isHeldThroughout(
                        candidate.lock(), reads.get(i).node(), writes.get(i).node());
            }
            if (all) return true;
        }
        return false;
    }

    private static boolean isHeldThroughout(int lock, StepNode read, StepNode write) {
        for (CriticalSection section : write.held()) {
            if (section.lock() == lock
                    && section.isCertain()
                    && section.mode() == CriticalSection.Mode.EXCLUSIVE
                    && read.held().contains(section)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isConstant(TraceEvent event) {
        var symbols = new ArrayList<Integer>();
        for (Expr expr : EventOperands.computed(event)) Bindings.symbols(expr, event, symbols::add);
        return symbols.isEmpty();
    }

    private boolean isOrderedAgainstAll(Cell cell, CellAccess write) {
        StepNode node = write.node();
        for (CellAccess other : cell.accesses()) {
            if (other != write
                    && other.node().thread() != node.thread()
                    && !program.mustOrder().areOrdered(node, other.node())) {
                return false;
            }
        }
        return true;
    }
}
