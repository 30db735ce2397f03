package dev.moirai.predict;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.trace.Event;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/**
 * Slicing: which symbols and cells can decide whether a branch, an assertion or an address comes out as it did. Whatever
 * else is computed and stored is of no interest to feasibility. One pass backwards over what depends on what, linear in
 * the trace; thread-sensitive because cells that one thread alone touches never join threads.
 */
final class Relevance {
    private final TraceProgram program;
    private final CausalModel model;
    private final Failures failures;
    private final Counters counters;
    private final Assertions assertions;
    private final BitSet needed = new BitSet();
    private final BitSet elsewhere = new BitSet();
    private final Set<Cell> cells = new HashSet<>();

    Relevance(TraceProgram program, CausalModel model, Failures failures) {
        this.program = program;
        this.model = model;
        this.failures = failures;
        this.counters = new Counters(program);
        this.assertions = new Assertions(program, failures);
        if (model == CausalModel.LOCK_ONLY) {
            for (Cell cell : program.cells()) if (isSemaphore(cell)) cells.add(cell);
            return;
        }
        close(needed, true);
        if (model == CausalModel.MAXIMAL) {
            var before = new HashSet<>(cells);
            close(elsewhere, false);
            cells.addAll(before);
            for (Cell cell : program.cells()) if (cell.isShared()) cells.add(cell);
        }
    }

    Assertions assertions() {
        return assertions;
    }

    Counters counters() {
        return counters;
    }

    CausalModel model() {
        return model;
    }

    boolean isNeeded(int symbol) {
        return model == CausalModel.MAXIMAL || needed.get(symbol);
    }

    /** Whether only assertions look at the value: also where values are held to the trace, this one may differ. */
    boolean isForAssertionsOnly(int symbol) {
        return needed.get(symbol) && !elsewhere.get(symbol);
    }

    /** Whether the value of a cell matters. */
    boolean isRelevant(Cell cell) {
        return cells.contains(cell);
    }

    /** @param withAssertions whether what an assertion looks at counts */
    private void close(BitSet into, boolean withAssertions) {
        var open = new ArrayDeque<Integer>();
        for (Node node : program.nodes()) {
            for (Event event : node.step().events()) {
                if (!event.isSymbolic()) continue;
                for (Expr fixed : Operand.fixed(event)) mark(fixed, event, into, open);
                boolean isValue = !withAssertions && event.site().instr() instanceof Instr.Store;
                boolean isCondition = Operand.isCondition(event)
                        && (withAssertions || failures.of(event).isEmpty());
                if (isCondition || isValue) for (Expr each : Operand.computed(event)) mark(each, event, into, open);
            }
        }
        for (Cell cell : program.cells()) {
            if (isSemaphore(cell)) relevant(cell, into, open);
            for (Access access : cell.accesses()) {
                if (access.instr() instanceof Instr.Await) relevant(cell, into, open);
            }
        }
        while (!open.isEmpty()) define(open.poll(), into, open);
    }

    private static boolean isSemaphore(Cell cell) {
        return !cell.accesses().isEmpty() && cell.accesses().getFirst().nature() == Access.Nature.SYNC;
    }

    private static void mark(Expr expr, Event event, BitSet into, ArrayDeque<Integer> open) {
        Bindings.symbols(expr, event, symbol -> mark(symbol, into, open));
    }

    private static void mark(int symbol, BitSet into, ArrayDeque<Integer> open) {
        if (into.get(symbol)) return;
        into.set(symbol);
        open.add(symbol);
    }

    private void define(int symbol, BitSet into, ArrayDeque<Integer> open) {
        Event event = program.definition(symbol);
        for (Expr each : Operand.computed(event)) mark(each, event, into, open);
        if (event.site().instr() instanceof Instr.Store) return;
        for (Cell cell : program.cellsOf(event)) relevant(cell, into, open);
    }

    private void relevant(Cell cell, BitSet into, ArrayDeque<Integer> open) {
        if (!cells.add(cell) || counters.contains(cell)) return;
        for (Access access : cell.accesses()) {
            if (!access.writes()) continue;
            Event event = access.event();
            for (Expr each : Operand.computed(event)) mark(each, event, into, open);
            if (access.reads() && event.symbol() != 0) mark(event.symbol(), into, open);
        }
    }
}
