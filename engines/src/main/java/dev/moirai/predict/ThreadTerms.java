package dev.moirai.predict;

import dev.moirai.bound.Unencodable;
import dev.moirai.interpret.Machine;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.trace.TraceEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The variable definitions (section 4.2, VD): a walk over the slice that gives every relevant symbol a term. A read of a
 * cell that several threads touch is a variable, tied to writes by {@link PiFunctions}; everything else follows from
 * what came before in its thread.
 */
final class ThreadTerms {
    private static final int EAGAIN = 11;
    private static final int ETIMEDOUT = 110;

    /** A truth value that must hold for the thread to get past an event of a step, the {@code index}th. */
    record Condition(int index, int term, Otherwise otherwise) {}

    /** What happens where a condition does not hold. */
    enum Otherwise {
        /** The thread goes another way than in the trace. */
        LEAVES,
        /** The run ends: by a division without a result, or an assumption that fails. */
        ENDS
    }

    private final TraceProgram program;
    private final Slice slice;
    private final TermPool pool;
    private final Bindings bindings;
    private final LockRules rules;
    private final CellTerms cells;
    private final Divisions divisions;
    private final int[] symbols;
    private final Map<StepNode, List<Condition>> conditions = new LinkedHashMap<>();
    /** Of a step's visible event: what must hold for the thread to stand before it, and for it to happen. */
    private final Map<Integer, Integer> standing = new HashMap<>();

    private final Map<Integer, Integer> guards = new HashMap<>();
    private final Map<Integer, Integer> arrivalCodes = new HashMap<>();
    private final Map<Integer, Integer> awaited = new HashMap<>();
    private final Map<StepNode, Integer> wokenTerms = new HashMap<>();
    private final Map<StepNode, Integer> misuses = new LinkedHashMap<>();

    ThreadTerms(TraceProgram program, Slice slice, TermPool pool, Machine machine) {
        this.program = program;
        this.slice = slice;
        this.pool = pool;
        this.bindings = new Bindings(pool, machine);
        this.rules = new LockRules(pool);
        this.cells = new CellTerms(slice, pool, bindings);
        this.divisions = new Divisions(pool, bindings);
        this.symbols = new int[program.symbols()];
        Map<StepNode, List<CellAccess>> accesses = accessesByNode();
        for (StepNode node : slice.part(program.nodes(), it -> it)) {
            walk(node, accesses.getOrDefault(node, List.of()));
        }
    }

    private Map<StepNode, List<CellAccess>> accessesByNode() {
        var result = new HashMap<StepNode, List<CellAccess>>();
        for (Cell cell : slice.cells()) {
            for (CellAccess access : slice.accesses(cell)) {
                result.computeIfAbsent(access.node(), _ -> new ArrayList<>()).add(access);
            }
        }
        // The lowest bytes of an event first, as a number is put together from them.
        result.values().forEach(all -> all.sort(Comparator.comparingInt(CellAccess::shift)));
        return result;
    }

    private void walk(StepNode node, List<CellAccess> accesses) {
        List<TraceEvent> events = node.step().events();
        for (int i = 0; i < events.size(); i++) {
            TraceEvent event = events.get(i);
            if (slice.model() != CausalModel.LOCK_ONLY && event.isSymbolic()) {
                divide(node, event, i);
                fix(node, event, i);
            }
            int index = i;
            List<CellAccess> own = accesses.isEmpty()
                    ? List.of()
                    : accesses.stream()
                            .filter(access -> access.index() == index)
                            .toList();
            perform(node, event, i, own);
        }
    }

    // ---- conditions --------------------------------------------------------------------------------------------

    private void require(StepNode node, int index, int term) {
        if (term == TermPool.TRUE) return;
        if (isVisible(node, index)) standing.merge(node.number(), term, pool::and);
        else add(node, new Condition(index, term, Otherwise.LEAVES));
    }

    /** Without it the run ends there. */
    private void demand(StepNode node, int index, int term) {
        if (term == TermPool.TRUE) return;
        if (isVisible(node, index)) guard(node, term);
        else add(node, new Condition(index, term, Otherwise.ENDS));
    }

    private static boolean isVisible(StepNode node, int index) {
        return index == 0 && node.visible().isPresent();
    }

    private void add(StepNode node, Condition condition) {
        conditions.computeIfAbsent(node, _ -> new ArrayList<>()).add(condition);
    }

    private void guard(StepNode node, int term) {
        if (term != TermPool.TRUE) guards.merge(node.number(), term, pool::and);
    }

    private void divide(StepNode node, TraceEvent event, int index) {
        for (Expr expr : EventOperands.evaluated(event)) {
            if (!Divisions.areIn(expr)) continue;
            try {
                demand(node, index, divisions.haveResults(expr, event, this::term));
            } catch (Unencodable _) {
                pin(node, event, index, expr);
            }
        }
    }

    private void fix(StepNode node, TraceEvent event, int index) {
        for (Expr expr : EventOperands.fixed(event)) {
            if (!expr.type().isScalar()) continue;
            try {
                int now = bindings.term(expr, event, this::term);
                int then = bindings.term(expr, event, _ -> 0);
                require(node, index, pool.eq(now, then));
            } catch (Unencodable _) {
                pin(node, event, index, expr);
            }
        }
    }

    /** Holds every input of the expression to its recorded value: for what has no terms, such as floating-point arithmetic. */
    private void pin(StepNode node, TraceEvent event, int index, Expr expr) {
        for (int i = 0; i < event.symbols().length; i++) {
            int term = event.symbols()[i] == 0 ? 0 : term(event.symbols()[i]);
            Local local = event.site().locals().get(i);
            if (term == 0 || !Bindings.mentions(expr, local)) continue;
            int recorded = bindings.constant(local.type(), event.values()[i]);
            require(node, index, pool.eq(bindings.fitted(term, local.type()), recorded));
        }
    }

    private int term(int symbol) {
        return symbols[symbol];
    }

    private int value(Expr expr, TraceEvent event, StepNode node, int index, long recorded) {
        try {
            return bindings.term(expr, event, this::term);
        } catch (Unencodable _) {
            pin(node, event, index, expr);
            return bindings.constant(expr.type(), recorded);
        }
    }

    // ---- what events do ----------------------------------------------------------------------------------------

    private void perform(StepNode node, TraceEvent event, int index, List<CellAccess> accesses) {
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
            case Instr.Join _ when needed -> symbols[event.symbol()] = returned(node, event);
            case Instr.Branch i -> condition(node, event, index, i.condition(), event.result() != 0);
            case Instr.Assume i -> assume(node, event, index, i.condition());
            case Instr.Assert i -> condition(node, event, index, i.condition(), true);
            case Instr.Load i -> {
                if (needed)
                    symbols[event.symbol()] =
                            cells.read(accesses, event, i.into().type());
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
                    int seen = cells.read(accesses, event, i.expected().type());
                    int expected = value(i.expected(), event, node, index, 0);
                    guard(node, pool.eq(seen, expected));
                    awaited.put(node.number(), expected);
                }
            }
            case Instr.Down i -> {
                if (!accesses.isEmpty()) lower(node, event, accesses, i);
            }
            case Instr.Up _ -> {
                if (!accesses.isEmpty()) cells.write(accesses, raised(accesses, event));
            }
            case Instr.Level _ -> {
                if (needed && !accesses.isEmpty()) symbols[event.symbol()] = cells.state(accesses);
            }
            case Instr.Lock _, Instr.Unlock _, Instr.Wait _, Instr.DestroySync _ -> {
                if (!accesses.isEmpty()) lock(node, event, accesses);
            }
            case Instr.Awake i
            when needed && i.patience() == Instr.Patience.TIMED -> symbols[event.symbol()] = endOfWait(node, event, i);
            case Instr.Arrive _
            when needed -> {
                int code = slice.model() == CausalModel.MAXIMAL
                        ? pool.bv(event.result(), 32)
                        : pool.bvVar("arrival" + node.number(), 32);
                symbols[event.symbol()] = code;
                arrivalCodes.put(node.number(), code);
            }
            case Instr.InitSync i ->
                cells.write(accesses, pool.bv(i.kind() == Sync.SEMAPHORE ? event.result() : LockRules.FREE, 32));
            default -> {}
        }
    }

    /** Where an assumption fails, the run ends. */
    private void assume(StepNode node, TraceEvent event, int index, Expr condition) {
        if (!event.isSymbolic() || slice.model() == CausalModel.LOCK_ONLY) return;
        try {
            demand(node, index, bindings.term(condition, event, this::term));
        } catch (Unencodable _) {
            pin(node, event, index, condition);
        }
    }

    /** What the other thread has ended with; its end comes before the join in the trace too. */
    private int returned(StepNode node, TraceEvent join) {
        return program.endOfJoined(join)
                .filter(end -> !slice.isBefore(end.node()))
                .map(end -> value(EventOperands.computed(end.event()).getFirst(), end.event(), node, 0, join.written()))
                .orElse(0);
    }

    private void condition(StepNode node, TraceEvent event, int index, Expr condition, boolean expected) {
        if (!event.isSymbolic() || slice.model() == CausalModel.LOCK_ONLY) return;
        int term;
        try {
            term = bindings.term(condition, event, this::term);
        } catch (Unencodable _) {
            pin(node, event, index, condition);
            return;
        }
        require(node, index, expected ? term : -term);
    }

    private void store(StepNode node, TraceEvent event, int index, List<CellAccess> accesses, Expr value) {
        boolean held = slice.model() == CausalModel.MAXIMAL;
        cells.write(
                accesses,
                held
                        ? bindings.constant(value.type(), canonical(value.type(), event.result()))
                        : value(value, event, node, index, canonical(value.type(), event.result())));
    }

    private static long canonical(Type type, long bits) {
        return type instanceof Type.Int ? Arithmetic.normalize(type, bits) : bits;
    }

    private void rmw(StepNode node, TraceEvent event, int index, List<CellAccess> accesses, Instr.Rmw i) {
        Type type = i.old().type();
        int old = cells.read(accesses, event, type);
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
        cells.write(accesses, next);
    }

    private void compareExchange(
            StepNode node, TraceEvent event, int index, List<CellAccess> accesses, Instr.CompareExchange i) {
        int old = cells.read(accesses, event, i.old().type());
        if (event.symbol() != 0) symbols[event.symbol()] = old;
        int expected = value(i.expected(), event, node, index, 0);
        int desired = value(i.desired(), event, node, index, 0);
        cells.write(accesses, pool.ite(pool.eq(old, expected), desired, old));
    }

    private int raised(List<CellAccess> accesses, TraceEvent event) {
        int level = cells.state(accesses);
        return event.result() == 0 ? pool.bvAdd(level, pool.bv(1, 32)) : level;
    }

    /** A semaphore is a number that must be positive to be lowered (section 3.1). */
    private void lower(StepNode node, TraceEvent event, List<CellAccess> accesses, Instr.Down instr) {
        int level = cells.state(accesses);
        int positive = pool.slt(pool.bv(0, 32), level);
        int lowered = pool.bvSub(level, pool.bv(1, 32));
        if (instr.patience() == Instr.Patience.BLOCK || !program.tried().contains(event)) {
            guard(node, event.result() == 0 ? positive : -positive);
            cells.write(accesses, event.result() == 0 ? lowered : level);
            return;
        }
        cells.write(accesses, pool.ite(positive, lowered, level));
        if (event.symbol() == 0) return;
        int refusal = instr.patience() == Instr.Patience.TRY ? EAGAIN : ETIMEDOUT;
        symbols[event.symbol()] = pool.ite(positive, pool.bv(0, 32), pool.bv(refusal, 32));
    }

    /** What is done to a tried lock. */
    private void lock(StepNode node, TraceEvent event, List<CellAccess> accesses) {
        LockRules.Effect effect = rules.of(event, node.thread(), cells.state(accesses));
        guard(node, effect.possible());
        if (effect.misuse() != TermPool.FALSE) misuses.put(node, effect.misuse());
        if (accesses.getFirst().writes()) cells.write(accesses, effect.next());
        if (event.symbol() != 0) symbols[event.symbol()] = effect.code();
    }

    /** A wait with a limit ends by a signal, or as it did in the trace if it can. */
    private int endOfWait(StepNode node, TraceEvent event, Instr.Awake instr) {
        if (slice.model() == CausalModel.MAXIMAL) return 0;
        boolean endsForNoReason = event.result() == 0 && instr.wakeup() == Instr.Wakeup.SPURIOUS;
        if (endsForNoReason) return 0;
        int woken = pool.boolVar("woken" + node.number());
        wokenTerms.put(node, woken);
        return pool.ite(woken, pool.bv(0, 32), pool.bv(ETIMEDOUT, 32));
    }

    // ---- what others ask ---------------------------------------------------------------------------------------

    /** What the cells hold. */
    CellTerms cells() {
        return cells;
    }

    List<Condition> conditions(StepNode node) {
        return conditions.getOrDefault(node, List.of());
    }

    /** The steps in which the run may end. */
    List<StepNode> perhapsLast() {
        var nodes = new ArrayList<StepNode>();
        conditions.forEach((node, all) -> {
            if (all.stream().anyMatch(each -> each.otherwise() == Otherwise.ENDS)) nodes.add(node);
        });
        return nodes;
    }

    /** What must hold for the thread to stand before the step as it was recorded. */
    int standing(StepNode node) {
        return standing.getOrDefault(node.number(), TermPool.TRUE);
    }

    /** The return code of an arrival at a barrier, if somebody looks at it; else 0. */
    int arrivalCode(StepNode node) {
        return arrivalCodes.getOrDefault(node.number(), 0);
    }

    /** What memory must hold for the step to happen, if it waits for that; else 0. */
    int awaited(StepNode node) {
        return awaited.getOrDefault(node.number(), 0);
    }

    /** That a signal has ended the wait before it came back, if somebody looks at how it did; else 0. */
    int woken(StepNode node) {
        return wokenTerms.getOrDefault(node, 0);
    }

    /** By step: that it is a misuse of a tried lock, if it happens. */
    Map<StepNode, Integer> misuses() {
        return misuses;
    }

    int guard(StepNode node) {
        return guards.getOrDefault(node.number(), TermPool.TRUE);
    }
}
