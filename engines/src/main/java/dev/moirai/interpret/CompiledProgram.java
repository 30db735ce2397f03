package dev.moirai.interpret;

import dev.moirai.ir.Condition;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Rewrite;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import dev.moirai.value.Exact;
import dev.moirai.value.Rational;
import dev.moirai.value.ValueNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A program ready to run: compiled functions, and an address for every global, literal and function. */
final class CompiledProgram {
    private final Program program;
    private final MachineOptions options;
    private final AddressSpace space;
    private final Sizes sizes;
    private final List<CompiledFunction> functions = new ArrayList<>();
    private final Map<String, CompiledFunction> functionByName = new HashMap<>();
    private final Map<String, Long> globalAddresses = new HashMap<>();
    private final List<Global> threadLocals = new ArrayList<>();
    private final Map<String, Integer> threadLocalNumbers = new HashMap<>();
    private final Map<Type, Scalar> scalars = new ConcurrentHashMap<>();
    private final State pristine;

    CompiledProgram(Program program, MachineOptions options) {
        this.program = program;
        this.options = options;
        this.space = AddressSpace.of(program.model());
        this.sizes = program.sizes();
        for (Function function : program.functions().values()) {
            var compiled = new CompiledFunction(functions.size(), function, program.model());
            functions.add(compiled);
            functionByName.put(function.name(), compiled);
        }
        this.pristine = new State(space);
        var objects = new HashMap<String, MemObject>();
        for (Global global : program.globals().values()) {
            if (global.storage() == Global.Storage.THREAD_LOCAL) {
                threadLocalNumbers.put(global.name(), threadLocals.size());
                threadLocals.add(global);
            } else {
                MemObject object = allocate(pristine, space.staticRegion(), global);
                objects.put(global.name(), object);
                globalAddresses.put(global.name(), space.address(object.page));
            }
        }
        objects.forEach((name, object) -> initialise(pristine, object, program.global(name)));
        for (CompiledFunction function : functions) new FunctionCompiler(this, function).link();
    }

    // ---- state -------------------------------------------------------------------------------------------------

    /**
     * A state with the globals as they are before main runs, and no threads. Forking the pristine state changes it, so
     * only one copy is made at a time.
     */
    State pristine() {
        synchronized (pristine) {
            return pristine.fork();
        }
    }

    private MemObject allocate(State state, int region, Global global) {
        AllocSite.Kind kind = switch (global.storage()) {
            case SHARED -> AllocSite.Kind.GLOBAL;
            case THREAD_LOCAL -> AllocSite.Kind.THREAD_LOCAL;
            case CONSTANT -> AllocSite.Kind.CONSTANT;
            case LITERAL -> AllocSite.Kind.LITERAL;
        };
        var site = new AllocSite(global.name(), global.type(), kind, fill(global), global.span());
        MemObject object = state.memory.allocate(region, site, sizes.of(global.type()), state.roots());
        if (object == null) throw new Halt(new Outcome.LimitReached("no room for " + global.name()));
        return object;
    }

    private static AllocSite.Fill fill(Global global) {
        return switch (global.contents()) {
            case ZERO -> AllocSite.Fill.ZERO;
            case FREE -> AllocSite.Fill.UNDEFINED;
        };
    }

    private void initialise(State state, MemObject object, Global global) {
        if (global.initial().isEmpty()) return;
        MemObject own = state.memory.own(object);
        for (Global.Initial initial : global.initial()) {
            Scalar type = scalar(initial.value().type());
            own.put(initial.offset(), type.bytes, constant(initial.value()));
        }
    }

    private long constant(Expr value) {
        return switch (value) {
            case Expr.Constant(var _, var bits) -> bits;
            case Expr.GlobalAddress(var global, var _) -> globalAddress(global);
            case Expr.FunctionAddress(var function) -> functionAddress(function);
            case Expr.Member(var pointer, var tag, var field, var _) ->
                constant(pointer) + program.layout(tag).fields().get(field).offset();
            case Expr.Index(var pointer, var element, var index, var _) ->
                constant(pointer) + constant(index) * sizes.of(element);
            case Expr.Cast(var type, var operand) -> scalar(type).cast(operand.type(), constant(operand));
            case Expr.Number(var number) -> ValueNames.of(number);
            case Expr.Ratio(var numerator, var denominator) -> ValueNames.of(new Rational(numerator, denominator));
            case Expr.Element(var _, var number) -> number;
            case Expr.Everywhere(var _, var inner) -> Exact.everywhere(constant(inner));
            case Expr.Make(var type, var which, var parts) ->
                ValueNames.ofVariant(
                        Mathematics.zeroCase(type),
                        which,
                        parts.stream().mapToLong(this::constant).toArray());
            default -> throw new IllegalArgumentException("not a constant: " + value);
        };
    }

    /** Whether a condition on globals holds. Uninitialised bytes are read as zero, so that no choice has to be made. */
    boolean holds(State state, Condition condition) {
        var values = new HashMap<Local, Expr>();
        for (Condition.Read read : condition.reads()) {
            long address = constant(read.address());
            MemObject object = state.memory.find(address);
            if (object == null) throw new IllegalArgumentException("no object at " + read.address());
            Scalar type = scalar(read.into().type());
            long bits = type.canonical(object.get(space.offset(address, object.page), type.bytes));
            values.put(read.into(), new Expr.Constant(read.into().type(), bits));
        }
        Expr closed = closed(condition.expr(), values);
        return new ExpressionCompiler(this, functions.getFirst())
                        .compile(closed)
                        .eval(Waiters.looking(this, state, 0))
                != 0;
    }

    private static Expr closed(Expr expr, Map<Local, Expr> values) {
        if (expr instanceof Local local) return values.getOrDefault(local, local);
        return Rewrite.children(expr, child -> closed(child, values));
    }

    /** Gives a new thread its copies of the thread-local globals. */
    long[] newThreadLocals(State state, int thread) {
        long[] addresses = new long[threadLocals.size()];
        for (int i = 0; i < addresses.length; i++) {
            Global global = threadLocals.get(i);
            MemObject object = allocate(state, space.threadRegion(thread), global);
            initialise(state, object, global);
            addresses[i] = space.address(object.page);
        }
        return addresses;
    }

    /** Threads have their thread-locals at the beginning of their own pages, whatever else there is. */
    OptionalLong addressOf(String global, int thread) {
        OptionalInt local = threadLocal(global);
        if (local.isEmpty()) return OptionalLong.of(globalAddress(global));
        if (thread >= space.ownRegions) return OptionalLong.empty();
        return OptionalLong.of(newThreadLocals(pristine(), thread)[local.getAsInt()]);
    }

    // ---- lookup ------------------------------------------------------------------------------------------------

    Program program() {
        return program;
    }

    MachineOptions options() {
        return options;
    }

    AddressSpace space() {
        return space;
    }

    Sizes sizes() {
        return sizes;
    }

    Scalar scalar(Type type) {
        return scalars.computeIfAbsent(type, t -> new Scalar(t, program.model()));
    }

    long globalAddress(String name) {
        Long address = globalAddresses.get(name);
        if (address == null) throw new IllegalArgumentException("no global " + name);
        return address;
    }

    OptionalInt threadLocal(String name) {
        Integer number = threadLocalNumbers.get(name);
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }

    CompiledFunction function(String name) {
        CompiledFunction function = functionByName.get(name);
        if (function == null) throw new IllegalArgumentException("no function " + name);
        return function;
    }

    long functionAddress(String name) {
        return space.address(AddressSpace.CODE_PAGE) + (long) function(name).index * AddressSpace.CODE_STRIDE;
    }

    Optional<CompiledFunction> functionAt(long address) {
        return Optional.ofNullable(functionOrNull(address));
    }

    @Nullable
    CompiledFunction functionOrNull(long address) {
        long offset = address - space.address(AddressSpace.CODE_PAGE);
        if (offset < 0 || offset % AddressSpace.CODE_STRIDE != 0) return null;
        long index = offset / AddressSpace.CODE_STRIDE;
        return index < functions.size() ? functions.get((int) index) : null;
    }
}
