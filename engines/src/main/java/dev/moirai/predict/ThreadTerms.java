package dev.moirai.predict;

import dev.moirai.bound.Unencodable;
import dev.moirai.ir.Arithmetic;
import dev.moirai.ir.Errno;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.property.CausalModel;
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
    private final TraceProgram program;
    private final Slice slice;
    private final TermPool pool;
    private final Bindings bindings;
    private final LockRules rules;
    private final CellTerms cells;
    private final Divisions divisions;
    private final int[] symbols;
    private final PathConditions conditions;
    private final Map<Integer, Integer> arrivalCodes = new HashMap<>();
    private final Map<Integer, Integer> awaited = new HashMap<>();
    private final Map<StepNode, Integer> wokenTerms = new HashMap<>();
    private final Map<StepNode, Integer> misuses = new LinkedHashMap<>();

    ThreadTerms(TraceProgram program, Slice slice, TermPool pool, TraceOrigin origin) {
        this.program = program;
        this.slice = slice;
        this.pool = pool;
        this.bindings = new Bindings(pool, origin);
        this.rules = new LockRules(pool);
        this.cells = new CellTerms(slice, pool, bindings);
        this.divisions = new Divisions(pool, bindings);
        this.conditions = new PathConditions(pool);
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
        // Sorted by address, because a number is put together from its lowest bytes upwards; and a map from the outside
        // inwards.
        result.values()
                .forEach(all -> all.sort(Comparator.comparingInt(CellAccess::shift)
                        .thenComparingInt(access -> access.cell().keys().size())));
        return result;
    }

    private void walk(StepNode node, List<CellAccess> accesses) {
        for (int i = 0; i < node.step().events().size(); i++) {
            var at = new EventPlace(node, i);
            if (slice.model() != CausalModel.LOCK_ONLY && at.event().isSymbolic()) {
                divide(at);
                fix(at);
            }
            int index = i;
            List<CellAccess> own = accesses.isEmpty()
                    ? List.of()
                    : accesses.stream()
                            .filter(access -> access.index() == index)
                            .toList();
            perform(at, own);
        }
    }

    // ---- conditions --------------------------------------------------------------------------------------------

    private void divide(EventPlace at) {
        TraceEvent event = at.event();
        for (Expr expr : EventOperands.evaluated(event)) {
            if (!Divisions.areIn(expr)) continue;
            try {
                conditions.demand(at, divisions.haveResults(expr, at, this::term));
            } catch (Unencodable _) {
                pin(at, event, expr);
            }
        }
    }

    private void fix(EventPlace at) {
        TraceEvent event = at.event();
        for (Expr expr : EventOperands.fixed(event)) {
            if (!expr.type().isScalar()) continue;
            try {
                int now = bindings.term(expr, at, this::term);
                int then = bindings.term(expr, at, _ -> 0);
                conditions.require(at, pool.eq(now, then));
            } catch (Unencodable _) {
                pin(at, event, expr);
            }
        }
    }

    /** Holds every input of the expression to its recorded value: for what has no terms, such as floating-point arithmetic. */
    private void pin(EventPlace at, TraceEvent event, Expr expr) {
        for (int i = 0; i < event.symbols().length; i++) {
            int term = event.symbols()[i] == 0 ? 0 : term(event.symbols()[i]);
            Local local = event.site().locals().get(i);
            if (term == 0 || !Bindings.mentions(expr, local)) continue;
            int recorded = bindings.constant(local.type(), event.values()[i]);
            conditions.require(at, pool.eq(bindings.fitted(term, local.type()), recorded));
        }
    }

    private int term(int symbol) {
        return symbols[symbol];
    }

    private int value(Expr expr, EventPlace at, long recorded) {
        return value(expr, at, at, recorded);
    }

    /** @param user the event for which the value must be what the term says */
    private int value(Expr expr, EventPlace at, EventPlace user, long recorded) {
        try {
            return bindings.term(expr, at, this::term);
        } catch (Unencodable _) {
            pin(user, at.event(), expr);
            return bindings.constant(expr.type(), recorded);
        }
    }

    // ---- what events do ----------------------------------------------------------------------------------------

    private void perform(EventPlace at, List<CellAccess> accesses) {
        StepNode node = at.node();
        TraceEvent event = at.event();
        boolean needed = event.symbol() != 0 && slice.isNeeded(event.symbol());
        switch (event.site().instr()) {
            case Instr.Assign i when needed -> symbols[event.symbol()] = value(i.value(), at, event.result());
            case Instr.Call i
            when needed && event.detail() > 0 ->
                symbols[event.symbol()] = value(i.arguments().get(event.detail() - 1), at, event.result());
            case Instr.Return i
            when needed && i.value().isPresent() ->
                symbols[event.symbol()] = value(i.value().get(), at, event.result());
            case Instr.Join _ when needed -> symbols[event.symbol()] = returned(node, event);
            case Instr.Branch i -> condition(at, i.condition(), event.result() != 0);
            case Instr.Assume i -> assume(at, i.condition());
            case Instr.Block i -> await(at, i.condition());
            case Instr.Assert i -> condition(at, i.condition(), true);
            case Instr.Load i -> {
                if (needed)
                    symbols[event.symbol()] =
                            cells.read(accesses, event, i.into().type());
            }
            case Instr.Store i -> {
                if (needed || !accesses.isEmpty()) store(at, accesses, i.value());
                if (needed) symbols[event.symbol()] = value(i.value(), at, event.result());
            }
            case Instr.Rmw i -> {
                if (needed || !accesses.isEmpty()) rmw(at, accesses, i);
            }
            case Instr.CompareExchange i -> {
                if (needed || !accesses.isEmpty()) compareExchange(at, accesses, i);
            }
            case Instr.Await i -> {
                if (!accesses.isEmpty()) {
                    int seen = cells.read(accesses, event, i.expected().type());
                    int expected = value(i.expected(), at, 0);
                    conditions.guard(node, pool.eq(seen, expected));
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

    /** The run ends where an assumption fails. */
    private void assume(EventPlace at, Expr condition) {
        TraceEvent event = at.event();
        if (!event.isSymbolic() || slice.model() == CausalModel.LOCK_ONLY) return;
        try {
            conditions.demand(at, bindings.term(condition, at, this::term));
        } catch (Unencodable _) {
            pin(at, event, condition);
        }
    }

    /** The section in which this stands begins only where the condition holds. */
    private void await(EventPlace at, Expr condition) {
        TraceEvent event = at.event();
        if (!event.isSymbolic() || slice.model() == CausalModel.LOCK_ONLY) return;
        try {
            conditions.guard(at.node(), bindings.term(condition, at, this::term));
        } catch (Unencodable _) {
            pin(at, event, condition);
        }
    }

    /** The value that the joined thread has returned. Its end comes before the join in the trace, so its terms are known here. */
    private int returned(StepNode node, TraceEvent join) {
        return program.endOfJoined(join)
                .filter(end -> !slice.isBefore(end.node()))
                .map(end -> value(
                        EventOperands.computed(end.event()).getFirst(), end, new EventPlace(node, 0), join.written()))
                .orElse(0);
    }

    private void condition(EventPlace at, Expr condition, boolean expected) {
        TraceEvent event = at.event();
        if (!event.isSymbolic() || slice.model() == CausalModel.LOCK_ONLY) return;
        int term;
        try {
            term = bindings.term(condition, at, this::term);
        } catch (Unencodable _) {
            pin(at, event, condition);
            return;
        }
        conditions.require(at, expected ? term : -term);
    }

    private void store(EventPlace at, List<CellAccess> accesses, Expr value) {
        TraceEvent event = at.event();
        boolean held = slice.model() == CausalModel.MAXIMAL;
        cells.write(
                accesses,
                held
                        ? bindings.constant(value.type(), canonical(value.type(), event.result()))
                        : value(value, at, canonical(value.type(), event.result())),
                value.type());
    }

    private static long canonical(Type type, long bits) {
        return type instanceof Type.Int ? Arithmetic.normalize(type, bits) : bits;
    }

    private void rmw(EventPlace at, List<CellAccess> accesses, Instr.Rmw i) {
        TraceEvent event = at.event();
        Type type = i.old().type();
        int old = cells.read(accesses, event, type);
        if (event.symbol() != 0) symbols[event.symbol()] = old;
        int operand = value(i.operand(), at, 0);
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

    private void compareExchange(EventPlace at, List<CellAccess> accesses, Instr.CompareExchange i) {
        TraceEvent event = at.event();
        int old = cells.read(accesses, event, i.old().type());
        if (event.symbol() != 0) symbols[event.symbol()] = old;
        int expected = value(i.expected(), at, 0);
        int desired = value(i.desired(), at, 0);
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
            conditions.guard(node, event.result() == 0 ? positive : -positive);
            cells.write(accesses, event.result() == 0 ? lowered : level);
            return;
        }
        cells.write(accesses, pool.ite(positive, lowered, level));
        if (event.symbol() == 0) return;
        symbols[event.symbol()] = pool.ite(positive, pool.bv(0, 32), pool.bv(instr.refusal(), 32));
    }

    /** An operation on a tried lock: reads the state, changes it, and returns a code that depends on it. */
    private void lock(StepNode node, TraceEvent event, List<CellAccess> accesses) {
        LockRules.Effect effect = rules.of(node, cells.state(accesses));
        conditions.guard(node, effect.possible());
        if (effect.misuse() != TermPool.FALSE) misuses.put(node, effect.misuse());
        if (accesses.getFirst().writes()) cells.write(accesses, effect.next());
        if (event.symbol() != 0) symbols[event.symbol()] = effect.code();
    }

    /** The result of a wait with a time limit: success if a signal has ended it, else as in the trace if that is possible. */
    private int endOfWait(StepNode node, TraceEvent event, Instr.Awake instr) {
        if (slice.model() == CausalModel.MAXIMAL) return 0;
        boolean endsForNoReason = event.result() == 0 && instr.wakeup() == Instr.Wakeup.SPURIOUS;
        if (endsForNoReason) return 0;
        int woken = pool.boolVar("woken" + node.number());
        wokenTerms.put(node, woken);
        return pool.ite(woken, pool.bv(0, 32), pool.bv(Errno.ETIMEDOUT, 32));
    }

    // ---- what others ask ---------------------------------------------------------------------------------------

    /** The terms that cells hold. */
    CellTerms cells() {
        return cells;
    }

    /** What must hold for threads to follow the trace. */
    PathConditions conditions() {
        return conditions;
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
}
