package dev.moirai.ir;

import dev.moirai.source.SourceSpan;
import dev.moirai.source.SourceTexts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Writes small programs in the IR, for tests that must not depend on a front end. Integers are 32 bits wide. */
public final class ProgramBuilder {
    public static final Type INT_POINTER = new Type.Pointer(Type.I32);

    private final Map<String, Global> globals = new LinkedHashMap<>();
    private final Map<String, Function> functions = new LinkedHashMap<>();
    private int line = 1;

    public ProgramBuilder ints(String... names) {
        for (String name : names) global(name, Type.I32);
        return this;
    }

    public ProgramBuilder syncs(Sync kind, String... names) {
        for (String name : names) global(name, new Type.Opaque(kind));
        return this;
    }

    public ProgramBuilder global(String name, Type type) {
        return global(name, type, Global.Storage.SHARED);
    }

    public ProgramBuilder global(String name, Type type, Global.Storage storage) {
        globals.put(name, new Global(name, type, List.of(), storage, span()));
        return this;
    }

    /** A function without parameters that returns nothing; {@link Body} writes it. */
    public ProgramBuilder function(String name, Consumer<Body> write) {
        return function(name, List.of(), Type.VOID, write);
    }

    public ProgramBuilder function(String name, List<Local> parameters, Type result, Consumer<Body> write) {
        var body = new Body(parameters);
        SourceSpan start = span();
        write.accept(body);
        if (result.equals(Type.VOID)) body.add(new Instr.Return(Optional.empty(), span()));
        functions.put(
                name, new Function(name, parameters, result, List.copyOf(body.locals.values()), body.instrs, start));
        return this;
    }

    public Program build() {
        return new Program(
                "test.c", DataModel.LP64, Map.of(), globals, functions, "main", Optional.empty(), new SourceTexts());
    }

    private SourceSpan span() {
        return new SourceSpan("test.c", line++, 1);
    }

    public static Expr number(long value) {
        return Expr.constant(Type.I32, value);
    }

    public static Local integer(String name) {
        return new Local(name, Type.I32);
    }

    public static Local pointer(String name) {
        return new Local(name, INT_POINTER);
    }

    public static Expr plus(Expr left, long right) {
        return new Expr.Binary(Expr.BinaryOp.ADD, left, number(right));
    }

    public static Expr equal(Expr left, long right) {
        return new Expr.Compare(Expr.CompareOp.EQUAL, left, number(right));
    }

    public static Expr less(Expr left, long right) {
        return new Expr.Compare(Expr.CompareOp.LESS, left, number(right));
    }

    /** The instructions of one function. Locals are declared by being used. */
    public final class Body {
        private final Map<String, Local> locals = new LinkedHashMap<>();
        private final List<Instr> instrs = new ArrayList<>();

        private Body(List<Local> parameters) {
            parameters.forEach(this::local);
        }

        private Local local(Local local) {
            locals.putIfAbsent(local.name(), local);
            return local;
        }

        public Body add(Instr instr) {
            Operands.forEachWritten(instr, this::local);
            Operands.forEachRead(instr, expr -> Operands.forEachLocal(expr, this::local));
            instrs.add(instr);
            return this;
        }

        public Expr address(String global) {
            return new Expr.GlobalAddress(
                    global, new Type.Pointer(globals.get(global).type()));
        }

        public Body assign(Local into, Expr value) {
            return add(new Instr.Assign(into, value, span()));
        }

        public Body nondet(Local into) {
            return add(new Instr.Nondet(into, "input", span()));
        }

        public Body load(String into, String global) {
            return load(integer(into), address(global));
        }

        public Body load(Local into, Expr address) {
            return add(new Instr.Load(into, address, Access.PLAIN, span()));
        }

        public Body store(String global, Expr value) {
            return store(address(global), value);
        }

        public Body store(String global, long value) {
            return store(global, number(value));
        }

        public Body store(Expr address, Expr value) {
            return add(new Instr.Store(address, value, Access.PLAIN, span()));
        }

        public Body atomicAdd(String global, long value) {
            return add(new Instr.Rmw(
                    integer("%old"), address(global), Instr.RmwOp.ADD, number(value), Access.ATOMIC, span()));
        }

        public Body compareExchange(String old, String global, long expected, long desired) {
            return add(new Instr.CompareExchange(
                    integer(old), address(global), number(expected), number(desired), Access.ATOMIC, span()));
        }

        public Body allocate(Local into, Instr.Region region) {
            return add(new Instr.Alloc(
                    into, Type.I32, Expr.constant(Type.U64, 4), region, Instr.Contents.ZERO, into.name(), span()));
        }

        public Body free(Expr pointer) {
            return add(new Instr.Free(pointer, Instr.Region.HEAP, Access.PLAIN, span()));
        }

        public Body spawn(String handle, String function) {
            return spawn(handle, function, Expr.constant(Type.VOID_POINTER, 0));
        }

        public Body spawn(String handle, String function, Expr argument) {
            return add(new Instr.Spawn(
                    new Local(handle, Type.U64),
                    new Expr.FunctionAddress(function),
                    argument,
                    Instr.Detachment.JOINABLE,
                    span()));
        }

        public Body join(String handle) {
            return add(new Instr.Join(integer("%r"), Optional.empty(), new Local(handle, Type.U64), span()));
        }

        public Body lock(String mutex) {
            return add(
                    new Instr.Lock(integer("%r"), address(mutex), Instr.LockMode.MUTEX, Instr.Patience.BLOCK, span()));
        }

        public Body tryLock(String result, String mutex) {
            return add(
                    new Instr.Lock(integer(result), address(mutex), Instr.LockMode.MUTEX, Instr.Patience.TRY, span()));
        }

        public Body unlock(String mutex) {
            return add(new Instr.Unlock(integer("%r"), address(mutex), Sync.MUTEX, span()));
        }

        public Body waitOn(String condition, String mutex) {
            return add(new Instr.Wait(integer("%r"), address(condition), address(mutex), span()))
                    .add(new Instr.Awake(
                            integer("%r"),
                            address(condition),
                            Sync.CONDITION,
                            Instr.Patience.BLOCK,
                            Instr.Wakeup.SPURIOUS,
                            span()))
                    .lock(mutex);
        }

        public Body signal(String condition) {
            return add(new Instr.Signal(address(condition), Instr.Wake.ONE, span()));
        }

        public Body atomicBegin() {
            return add(new Instr.AtomicBegin(span()));
        }

        public Body atomicEnd() {
            return add(new Instr.AtomicEnd(span()));
        }

        public Body call(String function, Expr... arguments) {
            return add(
                    new Instr.Call(Optional.empty(), new Expr.FunctionAddress(function), List.of(arguments), span()));
        }

        public Body label(String name) {
            return add(new Instr.Label(name, span()));
        }

        public Body go(String label) {
            return add(new Instr.Goto(label, span()));
        }

        public Body branch(Expr condition, String whenTrue, String whenFalse) {
            return add(new Instr.Branch(condition, whenTrue, whenFalse, span()));
        }

        public Body assume(Expr condition) {
            return add(new Instr.Assume(condition, span()));
        }

        public Body check(Expr condition) {
            return add(new Instr.Assert(condition, new Printer(Map.of()).expr(condition), span()));
        }

        public Body yield() {
            return add(new Instr.Yield(span()));
        }

        public Body give(Expr value) {
            return add(new Instr.Return(Optional.of(value), span()));
        }
    }
}
