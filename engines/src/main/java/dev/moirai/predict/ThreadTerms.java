package dev.moirai.predict;

import dev.moirai.bound.Unencodable;
import dev.moirai.interpret.Machine;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.trace.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The variable definitions (section 4.2, VD): a walk over the slice that gives every relevant symbol a term. A read of a
 * cell that several threads touch is a variable, tied to writes by {@link PiFunctions}; everything else follows from
 * what came before in its thread.
 */
final class ThreadTerms {
    /** A truth value that must hold for the thread to get past an event of a step. */
    record Condition(int index, int term) {}

    private final TraceProgram program;
    private final Slice slice;
    private final TermPool pool;
    private final Bindings bindings;
    private final int[] symbols;
    private final Map<Integer, List<Condition>> conditions = new HashMap<>();
    /** Of a step's visible event: what must hold for the thread to stand before it, and for it to happen. */
    private final Map<Integer, Integer> standing = new HashMap<>();

    private final Map<Integer, Integer> guards = new HashMap<>();
    private final Map<Integer, Integer> arrivalCodes = new HashMap<>();
    private final Map<Integer, Integer> awaited = new HashMap<>();

    private final Map<Access, Integer> readTerms = new HashMap<>();
    private final Map<Access, Integer> writeTerms = new HashMap<>();
    /** What a thread's own cells hold now; for shared cells, before the window. */
    private final Map<Cell, Integer> contents = new HashMap<>();

    private final Map<Cell, OptionalLong> atStart = new HashMap<>();

    ThreadTerms(TraceProgram program, Slice slice, TermPool pool, Machine machine) {
        this.program = program;
        this.slice = slice;
        this.pool = pool;
        this.bindings = new Bindings(pool, machine);
        this.symbols = new int[program.symbols()];
        Map<Node, List<Access>> accesses = accessesByNode();
        for (Node node : slice.part(program.nodes(), it -> it)) {
            walk(node, accesses.getOrDefault(node, List.of()));
        }
    }

    private Map<Node, List<Access>> accessesByNode() {
        var result = new HashMap<Node, List<Access>>();
        for (Cell cell : slice.cells()) {
            for (Access access : slice.accesses(cell)) {
                result.computeIfAbsent(access.node(), _ -> new ArrayList<>()).add(access);
            }
        }
        // The lowest bytes of an event first, as a number is put together from them.
        result.values().forEach(all -> all.sort(Comparator.comparingInt(Access::shift)));
        return result;
    }

    private void walk(Node node, List<Access> accesses) {
        List<Event> events = node.step().events();
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            if (slice.model() != CausalModel.LOCK_ONLY) fix(node, event, i);
            int index = i;
            List<Access> own = accesses.isEmpty()
                    ? List.of()
                    : accesses.stream()
                            .filter(access -> access.index() == index)
                            .toList();
            perform(node, event, i, own);
        }
    }

    // ---- conditions --------------------------------------------------------------------------------------------

    private void require(Node node, int index, int term) {
        if (term == TermPool.TRUE) return;
        boolean visible = index == 0 && node.visible().isPresent();
        if (visible) standing.merge(node.number(), term, pool::and);
        else conditions.computeIfAbsent(node.number(), _ -> new ArrayList<>()).add(new Condition(index, term));
    }

    private void guard(Node node, int term) {
        if (term != TermPool.TRUE) guards.merge(node.number(), term, pool::and);
    }

    private void fix(Node node, Event event, int index) {
        if (!event.isSymbolic()) return;
        for (Expr expr : Operand.fixed(event)) {
            if (!expr.type().isScalar()) continue;
            try {
                int now = bindings.term(expr, event, this::term);
                int then = bindings.term(expr, event, _ -> 0);
                require(node, index, pool.eq(now, then));
            } catch (Unencodable _) {
                pin(node, event, index);
            }
        }
    }

    /** Holds every input of the event to its recorded value: for what has no terms, floating-point arithmetic. */
    private void pin(Node node, Event event, int index) {
        for (int i = 0; i < event.symbols().length; i++) {
            int term = event.symbols()[i] == 0 ? 0 : term(event.symbols()[i]);
            if (term == 0) continue;
            Type type = event.site().locals().get(i).type();
            require(node, index, pool.eq(bindings.fitted(term, type), bindings.constant(type, event.values()[i])));
        }
    }

    private int term(int symbol) {
        return symbols[symbol];
    }

    private int value(Expr expr, Event event, Node node, int index, long recorded) {
        try {
            return bindings.term(expr, event, this::term);
        } catch (Unencodable _) {
            pin(node, event, index);
            return bindings.constant(expr.type(), recorded);
        }
    }

    // ---- what events do ----------------------------------------------------------------------------------------

    private void perform(Node node, Event event, int index, List<Access> accesses) {
        boolean needed = event.symbol() != 0 && slice.isNeeded(event.symbol());
        switch (event.site().instr()) {
            case Instr.Assign i
            when needed -> symbols[event.symbol()] = value(i.value(), event, node, index, event.result());
            case Instr.Call i
            when needed && event.detail() > 0 ->
                symbols[event.symbol()] =
                        value(i.arguments().get(event.detail() - 1), event, node, index, event.result());
            case Instr.Return i
            when needed && i.value().isPresent() ->
                symbols[event.symbol()] = value(i.value().get(), event, node, index, event.result());
            case Instr.Branch i -> condition(node, event, index, i.condition(), event.result() != 0);
            case Instr.Assume i -> condition(node, event, index, i.condition(), true);
            case Instr.Assert i -> condition(node, event, index, i.condition(), true);
            case Instr.Load i -> {
                if (needed)
                    symbols[event.symbol()] = read(accesses, event, i.into().type());
            }
            case Instr.Store i -> {
                if (needed || !accesses.isEmpty()) store(node, event, index, accesses, i.value());
                if (needed) symbols[event.symbol()] = value(i.value(), event, node, index, event.result());
            }
            case Instr.Rmw i -> {
                if (needed || !accesses.isEmpty()) rmw(node, event, index, accesses, i);
            }
            case Instr.CompareExchange i -> {
                if (needed || !accesses.isEmpty()) compareExchange(node, event, index, accesses, i);
            }
            case Instr.Await i -> {
                if (!accesses.isEmpty()) {
                    int seen = read(accesses, event, i.expected().type());
                    int expected = value(i.expected(), event, node, index, 0);
                    guard(node, pool.eq(seen, expected));
                    awaited.put(node.number(), expected);
                }
            }
            case Instr.Down _ -> semaphore(node, event, accesses, -1);
            case Instr.Up _ -> semaphore(node, event, accesses, 1);
            case Instr.Level _ -> {
                int level = semaphore(node, event, accesses, 0);
                if (needed) symbols[event.symbol()] = level;
            }
            case Instr.Arrive _
            when needed -> {
                int code = slice.model() == CausalModel.MAXIMAL
                        ? pool.bv(event.result(), 32)
                        : pool.bvVar("arrival" + node.number(), 32);
                symbols[event.symbol()] = code;
                arrivalCodes.put(node.number(), code);
            }
            case Instr.InitSync _ -> write(accesses, pool.bv(event.result(), 32));
            default -> {}
        }
    }

    private void condition(Node node, Event event, int index, Expr condition, boolean expected) {
        if (!event.isSymbolic() || slice.model() == CausalModel.LOCK_ONLY) return;
        int term;
        try {
            term = bindings.term(condition, event, this::term);
        } catch (Unencodable _) {
            pin(node, event, index);
            return;
        }
        require(node, index, expected ? term : -term);
    }

    /** Reads the cells and puts their bits together. */
    private int read(List<Access> accesses, Event event, Type type) {
        boolean held = slice.model() == CausalModel.MAXIMAL
                && !(event.symbol() != 0 && slice.isForAssertionsOnly(event.symbol()));
        int bits = 0;
        for (Access access : accesses) {
            Cell cell = access.cell();
            int part = cell.isShared()
                    ? (held
                            ? pool.bv(Cells.slice(event.result(), access.shift(), cell.bytes()), cell.bits())
                            : variable(access))
                    : contents.computeIfAbsent(cell, c -> concrete(c, access));
            readTerms.put(access, part);
            bits = bits == 0 ? part : pool.concat(part, bits);
        }
        return bits == 0 ? bindings.constant(type, event.result()) : bindings.fitted(bits, type);
    }

    /** What a read of a shared cell sees. */
    private int variable(Access access) {
        String name = "r" + access.node().number() + "." + access.index() + "." + access.shift();
        return pool.bvVar(name, access.cell().bits());
    }

    /** What a thread's own cell holds where the window begins. */
    private int concrete(Cell cell, Access reading) {
        OptionalLong start = atStart(cell);
        long recorded = Cells.slice(reading.event().result(), reading.shift(), cell.bytes());
        return pool.bv(start.orElse(recorded), cell.bits());
    }

    private void write(List<Access> accesses, int value) {
        for (Access access : accesses) {
            Cell cell = access.cell();
            int total = 8 * (access.shift() + cell.bytes());
            int bits = bindings.stored(value, Math.max(total, pool.isBool(value) ? 8 : pool.width(value)));
            int part = pool.extract(bits, total - 1, 8 * access.shift());
            writeTerms.put(access, part);
            if (!cell.isShared()) contents.put(cell, part);
        }
    }

    private void store(Node node, Event event, int index, List<Access> accesses, Expr value) {
        boolean held = slice.model() == CausalModel.MAXIMAL;
        write(
                accesses,
                held
                        ? bindings.constant(value.type(), canonical(value.type(), event.result()))
                        : value(value, event, node, index, canonical(value.type(), event.result())));
    }

    private static long canonical(Type type, long bits) {
        return type instanceof Type.Int ? Arithmetic.normalize(type, bits) : bits;
    }

    private void rmw(Node node, Event event, int index, List<Access> accesses, Instr.Rmw i) {
        Type type = i.old().type();
        int old = read(accesses, event, type);
        if (event.symbol() != 0) symbols[event.symbol()] = old;
        int operand = value(i.operand(), event, node, index, 0);
        if (type instanceof Type.Float) throw new Unencodable("atomic floating-point arithmetic", i.span());
        var scalars = bindings.scalars();
        int next = switch (i.op()) {
            case EXCHANGE -> operand;
            case ADD -> scalars.binary(Expr.BinaryOp.ADD, type, old, type, operand, i.span());
            case SUBTRACT -> scalars.binary(Expr.BinaryOp.SUBTRACT, type, old, type, operand, i.span());
            case AND -> scalars.binary(Expr.BinaryOp.AND, type, old, type, operand, i.span());
            case OR -> scalars.binary(Expr.BinaryOp.OR, type, old, type, operand, i.span());
            case XOR -> scalars.binary(Expr.BinaryOp.XOR, type, old, type, operand, i.span());
            case NAND ->
                scalars.unary(
                        Expr.UnaryOp.COMPLEMENT,
                        type,
                        scalars.binary(Expr.BinaryOp.AND, type, old, type, operand, i.span()),
                        i.span());
        };
        write(accesses, next);
    }

    private void compareExchange(Node node, Event event, int index, List<Access> accesses, Instr.CompareExchange i) {
        int old = read(accesses, event, i.old().type());
        if (event.symbol() != 0) symbols[event.symbol()] = old;
        int expected = value(i.expected(), event, node, index, 0);
        int desired = value(i.desired(), event, node, index, 0);
        write(accesses, pool.ite(pool.eq(old, expected), desired, old));
    }

    /** A semaphore is a number that must be positive to be lowered (section 3.1). */
    private int semaphore(Node node, Event event, List<Access> accesses, int change) {
        if (accesses.isEmpty()) return pool.bv(event.result(), 32);
        int level = 0;
        for (Access access : accesses) {
            Cell cell = access.cell();
            int part = cell.isShared()
                    ? variable(access)
                    : contents.computeIfAbsent(cell, c -> pool.bv(atStart(c).orElse(0), c.bits()));
            readTerms.put(access, part);
            level = level == 0 ? part : pool.concat(part, level);
        }
        if (change == 0) return level;
        int positive = pool.slt(pool.bv(0, 32), level);
        if (change < 0) guard(node, event.result() == 0 ? positive : -positive);
        boolean changes = event.result() == 0;
        write(accesses, changes ? pool.bvAdd(level, pool.bv(change, 32)) : level);
        return level;
    }

    // ---- what others ask ---------------------------------------------------------------------------------------

    /** What a cell holds when the window begins, if that is known. */
    OptionalLong atStart(Cell cell) {
        return atStart.computeIfAbsent(cell, this::contentsAtStart);
    }

    private OptionalLong contentsAtStart(Cell cell) {
        List<Access> accesses = cell.accesses();
        int low = 0;
        int high = accesses.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (slice.isBefore(accesses.get(middle).node())) low = middle + 1;
            else high = middle;
        }
        // Whatever touched it last knows what is there: a read has seen it, a write has put it there.
        for (int i = low - 1; i >= 0; i--) {
            Access last = accesses.get(i);
            if (last.instr() instanceof Instr.Await) continue;
            return OptionalLong.of(Cells.slice(last.event().written(), last.shift(), cell.bytes()));
        }
        return cell.initial();
    }

    List<Condition> conditions(Node node) {
        return conditions.getOrDefault(node.number(), List.of());
    }

    /** What must hold for the thread to stand before the step as it was recorded. */
    int standing(Node node) {
        return standing.getOrDefault(node.number(), TermPool.TRUE);
    }

    /** The return code of an arrival at a barrier, if somebody looks at it; else 0. */
    int arrivalCode(Node node) {
        return arrivalCodes.getOrDefault(node.number(), 0);
    }

    /** What memory must hold for the step to happen, if it waits for that; else 0. */
    int awaited(Node node) {
        return awaited.getOrDefault(node.number(), 0);
    }

    int guard(Node node) {
        return guards.getOrDefault(node.number(), TermPool.TRUE);
    }

    int readTerm(Access access) {
        return readTerms.getOrDefault(access, 0);
    }

    int writeTerm(Access access) {
        Integer term = writeTerms.get(access);
        if (term == null)
            throw new IllegalStateException(
                    "a write without a value: " + access.event().site().span());
        return term;
    }
}
