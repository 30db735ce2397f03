package dev.moirai.analysis;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns the reachable part of a program into {@link Inclusions}: one set for each local, result and object. */
final class PointsToBuilder {
    private final Program program;
    private final Inclusions inclusions = new Inclusions();
    private final List<AbstractObject> objects = new ArrayList<>();
    private final Map<String, Integer> globalObjects = new HashMap<>();
    private final Map<String, Integer> globalAddresses = new HashMap<>();
    private final Map<String, Integer> codeObjects = new HashMap<>();
    private final Map<String, Frame> frames = new LinkedHashMap<>();
    private final ArrayDeque<Frame> unread = new ArrayDeque<>();
    private final int threadResults = inclusions.newSet();

    /** The sets of one function. */
    private static final class Frame {
        final PointsTo.Reached reached;
        final LocalNumbers locals;
        final int firstLocal;
        final int result;

        Frame(PointsTo.Reached reached, LocalNumbers locals, int firstLocal, int result) {
            this.reached = reached;
            this.locals = locals;
            this.firstLocal = firstLocal;
            this.result = result;
        }

        int set(Local local) {
            return firstLocal + locals.of(local);
        }
    }

    PointsToBuilder(Program program) {
        this.program = program;
        newObject(new AbstractObject.Unknown());
    }

    PointsTo build() {
        frame(program.entry());
        program.threadEpilogue().ifPresent(this::frame);
        do {
            while (!unread.isEmpty()) read(unread.poll());
            inclusions.solve();
        } while (!unread.isEmpty());
        var reached = new LinkedHashMap<String, PointsTo.Reached>();
        frames.forEach((name, frame) -> reached.put(name, frame.reached));
        return new PointsTo(program, objects, reached, inclusions, threadResults);
    }

    private int newObject(AbstractObject object) {
        objects.add(object);
        return inclusions.newObject();
    }

    private Frame frame(String name) {
        Frame known = frames.get(name);
        if (known != null) return known;
        Function function = program.function(name);
        var locals = new LocalNumbers(function);
        int result = inclusions.newSet();
        int firstLocal = result + 1;
        for (int i = 0; i < locals.size(); i++) inclusions.newSet();
        var reached = new PointsTo.Reached(
                function, new FlowGraph(function), new HashMap<>(), new HashMap<>(), new HashMap<>());
        var frame = new Frame(reached, locals, firstLocal, result);
        frames.put(name, frame);
        unread.add(frame);
        return frame;
    }

    private int globalObject(String name) {
        Integer known = globalObjects.get(name);
        if (known != null) return known;
        Global global = program.global(name);
        int object = newObject(new AbstractObject.Variable(global));
        globalObjects.put(name, object);
        // The initial value may point back to this global, which is known by now.
        for (Global.Initial initial : global.initial()) {
            for (Source source : constantSources(initial.value())) source.into(inclusions.contentsOf(object));
        }
        return object;
    }

    private interface Source {
        void into(int set);
    }

    /** The addresses in a constant expression. */
    private List<Source> constantSources(Expr expr) {
        var sources = new ArrayList<Source>();
        collectConstants(expr, sources);
        return sources;
    }

    private void collectConstants(Expr expr, List<Source> sources) {
        switch (expr) {
            case Expr.GlobalAddress(var name, var _) -> {
                int object = globalObject(name);
                sources.add(set -> inclusions.member(set, object));
            }
            case Expr.FunctionAddress(var name) -> {
                int object = codeObject(name);
                sources.add(set -> inclusions.member(set, object));
            }
            default -> Operands.forEachChild(expr, child -> collectConstants(child, sources));
        }
    }

    private int codeObject(String name) {
        Integer known = codeObjects.get(name);
        if (known != null) return known;
        int object = newObject(new AbstractObject.Code(program.function(name)));
        codeObjects.put(name, object);
        return object;
    }

    // ---- instructions ------------------------------------------------------------------------------------------

    private void read(Frame frame) {
        List<Instr> body = frame.reached.function.body();
        for (int i = 0; i < body.size(); i++) {
            if (frame.reached.flow.isReachable(i)) read(frame, i, body.get(i));
        }
    }

    private void read(Frame frame, int at, Instr instr) {
        switch (instr) {
            case Instr.Assign i -> flow(frame, i.value(), frame.set(i.into()));
            case Instr.Load i -> inclusions.load(address(frame, at, i.address()), frame.set(i.into()));
            case Instr.Store i -> store(frame, address(frame, at, i.address()), i.value());
            case Instr.Rmw i -> {
                int address = address(frame, at, i.address());
                inclusions.load(address, frame.set(i.old()));
                store(frame, address, i.operand());
            }
            case Instr.CompareExchange i -> {
                int address = address(frame, at, i.address());
                inclusions.load(address, frame.set(i.old()));
                store(frame, address, i.desired());
            }
            case Instr.Alloc i -> allocate(frame, at, i.into(), i.region(), i.name());
            case Instr.Free i -> address(frame, at, i.pointer());
            case Instr.Resize i -> {
                int old = address(frame, at, i.pointer());
                int object = allocate(frame, at, i.into(), Instr.Region.HEAP, "realloc");
                inclusions.load(old, inclusions.contentsOf(object));
            }
            case Instr.Call i -> call(frame, at, i);
            case Instr.Return i -> i.value().ifPresent(value -> flow(frame, value, frame.result));
            case Instr.ExitThread i -> flow(frame, i.value(), threadResults);
            case Instr.Spawn i -> spawn(frame, at, i);
            case Instr.Join i -> i.value().ifPresent(value -> inclusions.subset(threadResults, frame.set(value)));
            case Instr.Wait i -> {
                address(frame, at, i.object());
                frame.reached.secondAddress.put(at, value(frame, i.mutex()));
            }
            case Instr.OnObject i -> address(frame, at, i.object());
            case Instr.Await i -> address(frame, at, i.address());
            case Instr.Nondet _,
                    Instr.Fence _,
                    Instr.Label _,
                    Instr.Goto _,
                    Instr.Branch _,
                    Instr.ExitProcess _,
                    Instr.Assume _,
                    Instr.Assert _,
                    Instr.Cut _,
                    Instr.Block _,
                    Instr.AtomicBegin _,
                    Instr.AtomicEnd _,
                    Instr.Print _,
                    Instr.Detach _,
                    Instr.Self _,
                    Instr.Yield _ -> {}
        }
    }

    private int allocate(Frame frame, int at, Local into, Instr.Region region, String name) {
        int object = newObject(new AbstractObject.Allocated(frame.reached.function.name(), at, region, name));
        inclusions.member(frame.set(into), object);
        return object;
    }

    private int address(Frame frame, int at, Expr address) {
        int set = value(frame, address);
        frame.reached.address[at] = set;
        return set;
    }

    private void store(Frame frame, int address, Expr value) {
        if (carriesNothing(value)) return;
        inclusions.store(address, value(frame, value));
    }

    private void call(Frame caller, int at, Instr.Call call) {
        var targets = new ArrayList<String>();
        caller.reached.targets.put(at, targets);
        if (call.callee() instanceof Expr.FunctionAddress(var name)) {
            enter(caller, call, name, targets);
            return;
        }
        inclusions.watch(value(caller, call.callee()), object -> {
            if (objects.get(object) instanceof AbstractObject.Code(var function)) {
                enter(caller, call, function.name(), targets);
            }
        });
    }

    private void enter(Frame caller, Instr.Call call, String name, List<String> targets) {
        if (targets.contains(name)) return;
        targets.add(name);
        Frame callee = frame(name);
        List<Local> parameters = callee.reached.function.parameters();
        // A call through a pointer may pass a different number of arguments; surplus ones have no effect.
        int passed = Math.min(parameters.size(), call.arguments().size());
        for (int i = 0; i < passed; i++) flow(caller, call.arguments().get(i), callee.set(parameters.get(i)));
        call.into().ifPresent(into -> inclusions.subset(callee.result, caller.set(into)));
    }

    private void spawn(Frame spawner, int at, Instr.Spawn spawn) {
        var targets = new ArrayList<String>();
        spawner.reached.targets.put(at, targets);
        int argument = inclusions.newSet();
        spawn.arguments().forEach(each -> flow(spawner, each, argument));
        spawner.reached.handedOver.put(at, argument);
        inclusions.watch(value(spawner, spawn.function()), object -> {
            if (!(objects.get(object) instanceof AbstractObject.Code(var function))) return;
            if (targets.contains(function.name())) return;
            targets.add(function.name());
            Frame started = frame(function.name());
            function.parameters().forEach(parameter -> inclusions.subset(argument, started.set(parameter)));
            inclusions.subset(started.result, threadResults);
        });
    }

    // ---- values ------------------------------------------------------------------------------------------------

    /** The set of objects that the expression's value can point to. */
    private int value(Frame frame, Expr expr) {
        return switch (expr) {
            case Local local -> frame.set(local);
            case Expr.Member(var pointer, var _, var _, var _) -> value(frame, pointer);
            case Expr.Index(var pointer, var _, var _, var _) -> value(frame, pointer);
            case Expr.Cell(var map, var _) -> value(frame, map);
            case Expr.Cast(var type, var operand) when !makesPointer(type, operand) -> value(frame, operand);
            case Expr.GlobalAddress(var name, var _) -> {
                Integer known = globalAddresses.get(name);
                if (known != null) yield known;
                int set = inclusions.newSet();
                globalAddresses.put(name, set);
                inclusions.member(set, globalObject(name));
                yield set;
            }
            default -> {
                int set = inclusions.newSet();
                flow(frame, expr, set);
                yield set;
            }
        };
    }

    /** Makes everything that the expression's value can point to part of {@code into}. */
    private void flow(Frame frame, Expr expr, int into) {
        switch (expr) {
            case Local local -> {
                if (!carriesNothing(local)) inclusions.subset(frame.set(local), into);
            }
            case Expr.Constant _, Expr.Compare _ -> {}
            case Expr.GlobalAddress(var name, var _) -> inclusions.member(into, globalObject(name));
            case Expr.FunctionAddress(var name) -> inclusions.member(into, codeObject(name));
            // A moved pointer stays in its object or becomes invalid, so the index adds nothing.
            case Expr.Member(var pointer, var _, var _, var _) -> flow(frame, pointer, into);
            case Expr.Index(var pointer, var _, var _, var _) -> flow(frame, pointer, into);
            case Expr.Distance(var left, var right, var _) -> {
                flow(frame, left, into);
                flow(frame, right, into);
            }
            case Expr.Unary(var _, var operand) -> flow(frame, operand, into);
            case Expr.Binary(var _, var left, var right) -> {
                flow(frame, left, into);
                flow(frame, right, into);
            }
            case Expr.Cast(var type, var operand) -> {
                if (makesPointer(type, operand)) inclusions.member(into, PointsTo.UNKNOWN);
                flow(frame, operand, into);
            }
            // No mathematical value holds a pointer; a cell lies in its map.
            case Expr.Number _,
                    Expr.Ratio _,
                    Expr.Element _,
                    Expr.Calculate _,
                    Expr.Bits _,
                    Expr.Lookup _,
                    Expr.Update _,
                    Expr.Bound _,
                    Expr.ForAll _,
                    Expr.Make _,
                    Expr.IsCase _,
                    Expr.Part _,
                    Expr.Everywhere _ -> {}
            case Expr.Cell(var map, var _) -> flow(frame, map, into);
            case Expr.Select(var _, var whenTrue, var whenFalse) -> {
                flow(frame, whenTrue, into);
                flow(frame, whenFalse, into);
            }
        }
    }

    /**
     * Whether a number of unknown origin becomes an address. Constants are null or a mark, never an object's address.
     */
    private static boolean makesPointer(Type type, Expr operand) {
        return type instanceof Type.Pointer
                && !(operand.type() instanceof Type.Pointer)
                && !(operand instanceof Expr.Constant);
    }

    private static boolean carriesNothing(Expr expr) {
        return expr instanceof Expr.Constant || expr.type().equals(Type.BOOL);
    }
}
