package dev.moirai.sequentialize;

import dev.moirai.bound.Arguments;
import dev.moirai.bound.BoundedThread;
import dev.moirai.bound.Ghost;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Rewrite;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.property.CutReason;
import dev.moirai.property.Property;
import dev.moirai.sequentialize.Simulation.Line;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes all contexts of all rounds into one function: the driver of the paper's figure 4, unrolled. */
class Unrolling {
    static final String ENTRY = "%moirai_main";
    static final SourceSpan NOWHERE = SourceSpan.NOWHERE;

    final SequentialProgram sequential;
    final List<Instr> body = new ArrayList<>();
    private final List<Optional<Unrolled.Place>> places = new ArrayList<>();
    private final Set<Local> locals = new LinkedHashSet<>();
    /** Where each thread stands: a constant at first, then the last guess. */
    private final Map<Integer, Expr> pc = new HashMap<>();
    /** Between which points each thread stands, if a {@link Tile} tells. */
    private final Map<Expr, Tile.Window> windows = new HashMap<>();

    Unrolling(SequentialProgram sequential) {
        this.sequential = sequential;
        for (Simulation simulation : sequential.simulations()) pc.put(number(simulation), point(simulation, 0));
    }

    final Unrolled unroll() {
        contexts().forEach(this::context);
        int epilogue = body.size();
        if (sequential.options().checksDeadlocks()) epilogue();
        else epilogue++;
        add(new Instr.Return(Optional.of(Expr.constant(Type.I32, 0)), NOWHERE));
        Program source = sequential.bounded().source();
        var functions = new LinkedHashMap<String, Function>();
        source.functions().forEach((name, function) -> functions.put(name, shell(function)));
        functions.put(
                ENTRY,
                new Function(
                        ENTRY,
                        List.of(),
                        Type.I32,
                        List.copyOf(locals),
                        body,
                        source.function(source.entry()).span()));
        var program = new Program(
                source.file(),
                source.model(),
                source.layouts(),
                sequential.bounded().globals(),
                functions,
                ENTRY,
                Optional.empty(),
                source.sources());
        return new Unrolled(sequential, program, epilogue, places);
    }

    /** Nobody calls the program's functions any more, but their addresses are values. */
    private static Function shell(Function function) {
        return new Function(
                function.name(),
                function.parameters(),
                function.result(),
                function.parameters(),
                List.of(new Instr.Cut(new CutReason.Construct("no call is left", function.span()), function.span())),
                function.span());
    }

    // ---- what {@link LassoUnrolling} does otherwise ------------------------------------------------------------

    List<SequentialProgram.Context> contexts() {
        return sequential.contexts();
    }

    /** Before a context. */
    void begin(SequentialProgram.Context context) {}

    /** Once it is known where a context ends. */
    void guessed(SequentialProgram.Context context, Expr from, Expr to) {}

    /** An instruction of a thread in a context. */
    List<Instr> code(SequentialProgram.Context context, int index, Instr instr) {
        Simulation simulation = context.simulation();
        return code(simulation.thread(), scope(context), simulation.size(), instr);
    }

    /** After an instruction. */
    void after(SequentialProgram.Context context, int index) {}

    /** After all contexts. */
    void epilogue() {
        deadlockCheck();
    }

    static String scope(SequentialProgram.Context context) {
        return context.simulation().thread().name() + "/" + context.round() + "/";
    }

    // ---- one context -------------------------------------------------------------------------------------------

    private void context(SequentialProgram.Context context) {
        Simulation simulation = context.simulation();
        int round = context.round();
        BoundedThread thread = simulation.thread();
        String scope = scope(context);
        begin(context);
        Expr from = pc(simulation);
        boolean last = sequential.runsFreely(context);
        Optional<Local> active = thread.spawned().map(_ -> isActive(thread, scope));
        Expr to;
        if (last) {
            to = point(simulation, simulation.size());
            active.ifPresent(spawned -> {
                add(new Instr.Branch(spawned, scope + "run", scope + simulation.size(), NOWHERE));
                add(new Instr.Label(scope + "run", NOWHERE));
            });
        } else {
            to = guess(simulation, round, from, active);
        }
        guessed(context, from, to);
        boolean guarded = !last && sequential.endMatters(context);
        for (Line line : simulation.lines()) {
            switch (line) {
                case Line.Point(var number, var _, var index) -> hop(simulation, round, number, from, to, index);
                case Line.Guard(var atLeast, var index) -> {
                    if (guarded) {
                        Expr reached = compare(CompareOp.GREATER_OR_EQUAL, to, point(simulation, atLeast));
                        add(new Instr.Assume(reached, NOWHERE), place(simulation, round, index));
                    }
                }
                case Line.Code(var instr, var index) -> {
                    for (Instr own : code(context, index, instr)) add(own, place(simulation, round, index));
                    after(context, index);
                }
            }
        }
        pc.put(number(simulation), to);
    }

    private Local isActive(BoundedThread thread, String scope) {
        Local flag = local(new Local("%" + scope + "active", Type.U8));
        Local truth = local(new Local("%" + scope + "spawned", Type.BOOL));
        add(new Instr.Load(flag, Ghost.ACTIVE.address(thread.number()), Access.PRIVATE, NOWHERE));
        add(new Instr.Assign(truth, isSet(flag), NOWHERE));
        return truth;
    }

    private Local guess(Simulation simulation, int round, Expr from, Optional<Local> active) {
        Source.HowFar far = SequentialProgram.howFar(new SequentialProgram.Context(simulation, round));
        Local to = local(new Local(far.words(), SequentialProgram.pointType(simulation)));
        add(new Instr.Nondet(to, far, NOWHERE));
        Optional<Tile.Window> window = sequential.options().tile().window(number(simulation), round);
        int last = window.map(Tile.Window::last).orElse(simulation.size());
        add(new Instr.Assume(compare(CompareOp.LESS_OR_EQUAL, to, point(simulation, last)), NOWHERE));
        window.ifPresent(within -> {
            windows.put(to, within);
            add(new Instr.Assume(compare(CompareOp.GREATER_OR_EQUAL, to, point(simulation, within.first())), NOWHERE));
        });
        if (!(from instanceof Expr.Constant)) {
            add(new Instr.Assume(compare(CompareOp.LESS_OR_EQUAL, from, to), NOWHERE));
        }
        // A thread that has not been spawned has not moved: nothing but 0 can be guessed, and then it does nothing.
        active.ifPresent(spawned ->
                add(new Instr.Assume(or(spawned, compare(CompareOp.EQUAL, to, point(simulation, 0))), NOWHERE)));
        return to;
    }

    private void hop(Simulation simulation, int round, int number, Expr from, Expr to, int index) {
        String scope = simulation.thread().name() + "/" + round + "/";
        add(new Instr.Label(scope + number, NOWHERE), place(simulation, round, index));
        Expr here = point(simulation, number);
        Expr passed = from instanceof Expr.Constant
                ? Expr.FALSE
                : isKnownToBeBehind(from, number).orElseGet(() -> compare(CompareOp.GREATER, from, here));
        Expr ahead = to instanceof Expr.Constant
                ? Expr.FALSE
                : isKnownToBeBehind(to, number)
                        .map(Expr::not)
                        .orElseGet(() -> compare(CompareOp.GREATER_OR_EQUAL, here, to));
        if (passed.equals(Expr.TRUE) || ahead.equals(Expr.TRUE)) {
            add(new Instr.Goto(scope + (number + 1), NOWHERE), place(simulation, round, index));
            return;
        }
        Expr hops = or(passed, ahead);
        if (hops.equals(Expr.FALSE)) return;
        String go = scope + number + "/go";
        add(new Instr.Branch(hops, scope + (number + 1), go, NOWHERE), place(simulation, round, index));
        add(new Instr.Label(go, NOWHERE), place(simulation, round, index));
    }

    /** Whether a thread that stands at {@code at} has the point behind it, if its window tells. */
    private Optional<Expr> isKnownToBeBehind(Expr at, int number) {
        return Optional.ofNullable(windows.get(at))
                .filter(window -> window.first() > number || window.last() <= number)
                .map(window -> window.first() > number ? Expr.TRUE : Expr.FALSE);
    }

    /** A thread's instruction as it stands in the sequential program. */
    private List<Instr> code(BoundedThread thread, String scope, int size, Instr instr) {
        return switch (instr) {
            case Instr.AtomicEnd _, Instr.Fence _ -> List.of();
            // Without effect, but who follows a path wants to know that it came by.
            case Instr.AtomicBegin _, Instr.Yield _ -> List.of(new Instr.Fence(Access.Order.SEQ_CST, instr.span()));
            case Instr.Return(var _, var span) -> List.of(new Instr.Label(scope + size, span));
            case Instr.ExitProcess(var _, var span) -> List.of(new Instr.Goto(scope + thread.end(), span));
            case Instr.Block(var condition, var wakeup, var span) ->
                wakeup == Instr.Wakeup.SPURIOUS ? List.of() : List.of(new Instr.Assume(value(thread, condition), span));
            case Instr.Spawn spawn -> spawn(thread, spawn);
            case Instr.Synchronisation _, Instr.ExitThread _, Instr.Self _, Instr.Call _ ->
                throw new IllegalArgumentException("not lowered: " + instr);
            default ->
                List.of(withPrivateAccess(Rewrite.labels(
                        Rewrite.operands(instr, e -> value(thread, e), l -> local(rename(thread, l))),
                        label -> scope + label)));
        };
    }

    private List<Instr> spawn(BoundedThread thread, Instr.Spawn spawn) {
        int child = sequential.bounded().spawned(spawn).number();
        Local handle = local(rename(thread, spawn.handle()));
        List<Expr> arguments =
                spawn.arguments().stream().map(a -> value(thread, a)).toList();
        var instructions = new ArrayList<Instr>();
        instructions.add(new Instr.Assign(handle, Expr.constant(handle.type(), child), spawn.span()));
        instructions.addAll(Arguments.handOver(child, arguments, spawn.span()));
        instructions.add(set(Ghost.ACTIVE, child, 1, spawn.span()));
        if (spawn.detachment() == Instr.Detachment.DETACHED) {
            instructions.add(set(Ghost.TAKEN, child, Ghost.DETACHED, spawn.span()));
        }
        return instructions;
    }

    private static Instr set(Ghost ghost, int thread, int value, SourceSpan span) {
        return new Instr.Store(ghost.address(thread), Expr.constant(ghost.type(), value), Access.PRIVATE, span);
    }

    static Instr withPrivateAccess(Instr instr) {
        return switch (instr) {
            case Instr.Load(var into, var address, var access, var span) ->
                new Instr.Load(into, address, access.with(Access.Reach.PRIVATE), span);
            case Instr.Store(var address, var value, var access, var span) ->
                new Instr.Store(address, value, access.with(Access.Reach.PRIVATE), span);
            case Instr.Rmw(var old, var address, var op, var operand, var access, var span) ->
                new Instr.Rmw(old, address, op, operand, access.with(Access.Reach.PRIVATE), span);
            case Instr.CompareExchange(var old, var address, var expected, var desired, var access, var span) ->
                new Instr.CompareExchange(old, address, expected, desired, access.with(Access.Reach.PRIVATE), span);
            case Instr.Free(var pointer, var region, var access, var span) ->
                new Instr.Free(pointer, region, access.with(Access.Reach.PRIVATE), span);
            case Instr.Resize(var into, var pointer, var bytes, var access, var span) ->
                new Instr.Resize(into, pointer, bytes, access.with(Access.Reach.PRIVATE), span);
            default -> instr;
        };
    }

    // ---- deadlocks ---------------------------------------------------------------------------------------------

    /** Every thread that has been spawned and has not ended waits, and there is one. */
    private void deadlockCheck() {
        Local waits = local(new Local("%someone waits", Type.BOOL));
        add(new Instr.Assign(waits, Expr.FALSE, NOWHERE));
        for (Simulation simulation : sequential.simulations()) mayMove(simulation, waits);
        add(new Instr.Assert(Expr.not(waits), Property.DEADLOCK, "deadlock", NOWHERE));
        add(new Instr.Label("end/alive", NOWHERE));
    }

    private void mayMove(Simulation simulation, Local waits) {
        BoundedThread thread = simulation.thread();
        String scope = thread.name() + "/end/";
        String next = scope + "next";
        Optional<Local> active = thread.spawned().map(_ -> isActive(thread, scope));
        Local done = local(new Local("%" + scope + "done", Type.U8));
        add(new Instr.Load(done, Ghost.DONE.address(thread.number()), Access.PRIVATE, NOWHERE));
        Expr gone = active.map(spawned -> or(Expr.not(spawned), isSet(done))).orElse(isSet(done));
        add(new Instr.Branch(gone, next, scope + "here", NOWHERE));
        add(new Instr.Label(scope + "here", NOWHERE));
        Expr at = pc(simulation);
        for (Line line : simulation.lines()) {
            if (!(line instanceof Line.Point(var number, var question, var _)) || question.isEmpty()) continue;
            String other = scope + "not/" + number;
            add(new Instr.Branch(
                    compare(CompareOp.EQUAL, at, point(simulation, number)), scope + number, other, NOWHERE));
            add(new Instr.Label(scope + number, NOWHERE));
            for (Instr instr : question) {
                Instr own = withPrivateAccess(
                        Rewrite.operands(instr, e -> value(thread, e), l -> local(rename(thread, l))));
                switch (own) {
                    case Instr.Block(var condition, var _, var span) -> {
                        add(new Instr.Branch(condition, "end/alive", scope + number + "/waits", span));
                        add(new Instr.Label(scope + number + "/waits", span));
                        add(new Instr.Assign(waits, Expr.TRUE, span));
                        add(new Instr.Goto(next, span));
                    }
                    default -> add(own);
                }
            }
            add(new Instr.Label(other, NOWHERE));
        }
        add(new Instr.Goto("end/alive", NOWHERE));
        add(new Instr.Label(next, NOWHERE));
    }

    // ---- small words -------------------------------------------------------------------------------------------

    Expr pc(Simulation simulation) {
        Expr at = pc.get(number(simulation));
        if (at == null) throw new IllegalStateException("unknown thread");
        return at;
    }

    static int number(Simulation simulation) {
        return simulation.thread().number();
    }

    static Expr point(Simulation simulation, int number) {
        return Expr.constant(SequentialProgram.pointType(simulation), number);
    }

    static Expr isSet(Expr flag) {
        return compare(CompareOp.NOT_EQUAL, flag, Expr.constant(flag.type(), 0));
    }

    static Expr compare(CompareOp op, Expr left, Expr right) {
        if (op == CompareOp.EQUAL && left.type() instanceof Type.Mathematical) {
            return new Expr.Calculate(Expr.MathOp.EQUAL, left, right);
        }
        return new Expr.Compare(op, left, right);
    }

    static Expr or(Expr left, Expr right) {
        if (left.equals(Expr.FALSE)) return right;
        if (right.equals(Expr.FALSE)) return left;
        return new Expr.Binary(BinaryOp.OR, left, right);
    }

    /** Whether one of them holds: a tree that is no deeper than need be, as there may be ten thousands. */
    static Expr anyOf(List<Expr> parts) {
        if (parts.isEmpty()) return Expr.FALSE;
        if (parts.size() == 1) return parts.getFirst();
        int middle = parts.size() / 2;
        return or(anyOf(parts.subList(0, middle)), anyOf(parts.subList(middle, parts.size())));
    }

    Expr value(BoundedThread thread, Expr expr) {
        if (expr instanceof Local read) return local(rename(thread, read));
        return Rewrite.children(expr, child -> value(thread, child));
    }

    static Local rename(BoundedThread thread, Local local) {
        return local.prefixed(thread.name() + ":");
    }

    Local local(Local local) {
        locals.add(local);
        return local;
    }

    private static Optional<Unrolled.Place> place(Simulation simulation, int round, int index) {
        return Optional.of(new Unrolled.Place(round, simulation.thread().number(), index));
    }

    void add(Instr instr) {
        add(instr, Optional.empty());
    }

    void add(Instr instr, Optional<Unrolled.Place> place) {
        body.add(instr);
        places.add(place);
    }
}
