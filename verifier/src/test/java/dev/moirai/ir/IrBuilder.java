package dev.moirai.ir;

import dev.moirai.ir.Instr.Detachment;
import dev.moirai.ir.Instr.LockMode;
import dev.moirai.ir.Instr.Patience;
import dev.moirai.ir.Instr.Wake;
import dev.moirai.ir.Instr.Wakeup;
import dev.moirai.source.SourceSpan;
import dev.moirai.source.SourceTexts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Writes small programs by hand. Every instruction stands on a line of its own in {@code test.c}. */
public final class IrBuilder {
    private final Map<String, Layout> layouts = new LinkedHashMap<>();
    private final Map<String, Global> globals = new LinkedHashMap<>();
    private final Map<String, Function> functions = new LinkedHashMap<>();
    private DataModel model = DataModel.LP64;
    private Optional<String> epilogue = Optional.empty();
    private int line;

    public IrBuilder model(DataModel newModel) {
        model = newModel;
        return this;
    }

    public IrBuilder epilogue(String function) {
        epilogue = Optional.of(function);
        return this;
    }

    public IrBuilder struct(Layout layout) {
        layouts.put(layout.tag(), layout);
        return this;
    }

    public IrBuilder global(String name, Type type, Global.Initial... initial) {
        return global(name, type, Global.Storage.SHARED, initial);
    }

    public IrBuilder global(String name, Type type, Global.Storage storage, Global.Initial... initial) {
        globals.put(name, new Global(name, type, List.of(initial), storage, next()));
        return this;
    }

    public IrBuilder text(String name, String content) {
        var initial = new ArrayList<Global.Initial>();
        for (int i = 0; i < content.length(); i++) {
            initial.add(new Global.Initial(i, Expr.constant(new Type.Int(8, true), content.charAt(i))));
        }
        Type type = new Type.Array(new Type.Int(8, true), content.length() + 1L);
        globals.put(name, new Global(name, type, initial, Global.Storage.CONSTANT, next()));
        return this;
    }

    public IrBuilder function(String name, Consumer<Body> write) {
        return function(name, Type.VOID_POINTER, List.of(), write);
    }

    public IrBuilder function(String name, Type result, List<Local> parameters, Consumer<Body> write) {
        SourceSpan span = next();
        var body = new Body();
        body.locals.addAll(parameters);
        write.accept(body);
        functions.put(name, new Function(name, parameters, result, body.locals, body.code, span));
        return this;
    }

    public Program build() {
        return new Program("test.c", model, layouts, globals, functions, "main", epilogue, new SourceTexts());
    }

    private SourceSpan next() {
        return new SourceSpan("test.c", ++line, 1);
    }

    // ---- expressions -------------------------------------------------------------------------------------------

    public static Expr n(long value) {
        return Expr.constant(Type.I32, value);
    }

    public static Expr at(String global) {
        return new Expr.GlobalAddress(global, Type.VOID_POINTER);
    }

    public static Expr nil() {
        return new Expr.Constant(Type.VOID_POINTER, 0);
    }

    public static Expr add(Expr left, Expr right) {
        return new Expr.Binary(Expr.BinaryOp.ADD, left, right);
    }

    public static Expr op(Expr.BinaryOp op, Expr left, Expr right) {
        return new Expr.Binary(op, left, right);
    }

    public static Expr eq(Expr left, Expr right) {
        return new Expr.Compare(Expr.CompareOp.EQUAL, left, right);
    }

    public static Expr less(Expr left, Expr right) {
        return new Expr.Compare(Expr.CompareOp.LESS, left, right);
    }

    public static Expr element(Expr pointer, Type type, Expr index) {
        return new Expr.Index(pointer, type, index, new Type.Pointer(type));
    }

    // ---- instructions ------------------------------------------------------------------------------------------

    public final class Body {
        private final List<Local> locals = new ArrayList<>();
        private final List<Instr> code = new ArrayList<>();

        public Local local(String name, Type type) {
            var local = new Local(name, type);
            locals.add(local);
            return local;
        }

        public Local temp(Type type) {
            return local("%" + locals.size(), type);
        }

        public SourceSpan span() {
            return next();
        }

        public void emit(Instr instr) {
            code.add(instr);
        }

        public void set(Local into, Expr value) {
            emit(new Instr.Assign(into, value, span()));
        }

        public Local any(Type type) {
            Local value = temp(type);
            emit(new Instr.Nondet(value, "input", span()));
            return value;
        }

        public Local load(Expr address, Type type) {
            return load(address, type, Access.PLAIN);
        }

        public Local load(Expr address, Type type, Access access) {
            Local value = temp(type);
            emit(new Instr.Load(value, address, access, span()));
            return value;
        }

        public void store(Expr address, Expr value) {
            store(address, value, Access.PLAIN);
        }

        public void store(Expr address, Expr value, Access access) {
            emit(new Instr.Store(address, value, access, span()));
        }

        public Local rmw(Expr address, Instr.RmwOp op, Expr operand) {
            Local old = temp(operand.type());
            emit(new Instr.Rmw(old, address, op, operand, Access.ATOMIC, span()));
            return old;
        }

        public Local malloc(Type type, long bytes) {
            Local pointer = temp(Type.VOID_POINTER);
            emit(new Instr.Alloc(pointer, type, n(bytes), Instr.Region.HEAP, Instr.Contents.FREE, "malloc", span()));
            return pointer;
        }

        public Local variable(String name, Type type, long bytes) {
            Local pointer = temp(new Type.Pointer(type));
            emit(new Instr.Alloc(pointer, type, n(bytes), Instr.Region.STACK, Instr.Contents.FREE, name, span()));
            return pointer;
        }

        public void free(Expr pointer) {
            emit(new Instr.Free(pointer, Instr.Region.HEAP, Access.PLAIN, span()));
        }

        public void label(String name) {
            emit(new Instr.Label(name, span()));
        }

        public void jump(String target) {
            emit(new Instr.Goto(target, span()));
        }

        public void branch(Expr condition, String whenTrue, String whenFalse) {
            emit(new Instr.Branch(condition, whenTrue, whenFalse, span()));
        }

        public Local call(Type result, String function, Expr... arguments) {
            Local into = temp(result);
            emit(new Instr.Call(Optional.of(into), new Expr.FunctionAddress(function), List.of(arguments), span()));
            return into;
        }

        public void ret(Expr value) {
            emit(new Instr.Return(Optional.of(value), span()));
        }

        public void ret() {
            ret(nil());
        }

        public void assume(Expr condition) {
            emit(new Instr.Assume(condition, span()));
        }

        public void check(Expr condition, String message) {
            emit(new Instr.Assert(condition, message, span()));
        }

        public void print(String format, Expr... arguments) {
            emit(new Instr.Print(format, List.of(arguments), span()));
        }

        public void yield_() {
            emit(new Instr.Yield(span()));
        }

        public Local spawn(String function) {
            Local handle = temp(Type.U64);
            emit(new Instr.Spawn(handle, new Expr.FunctionAddress(function), nil(), Detachment.JOINABLE, span()));
            return handle;
        }

        public Local join(Expr handle) {
            Local result = temp(Type.I32);
            emit(new Instr.Join(result, Optional.empty(), handle, span()));
            return result;
        }

        public Local lock(Expr object) {
            return lock(object, LockMode.MUTEX, Patience.BLOCK);
        }

        public Local lock(Expr object, LockMode mode, Patience patience) {
            Local result = temp(Type.I32);
            emit(new Instr.Lock(result, object, mode, patience, span()));
            return result;
        }

        public Local unlock(Expr object) {
            return unlock(object, Sync.MUTEX);
        }

        public Local unlock(Expr object, Sync kind) {
            Local result = temp(Type.I32);
            emit(new Instr.Unlock(result, object, kind, span()));
            return result;
        }

        /** {@code pthread_cond_wait}. */
        public Local await(Expr condition, Expr mutex, Patience patience, Wakeup wakeup) {
            Local result = temp(Type.I32);
            emit(new Instr.Wait(result, condition, mutex, span()));
            emit(new Instr.Awake(result, condition, Sync.CONDITION, patience, wakeup, span()));
            lock(mutex);
            return result;
        }

        public void signal(Expr condition, Wake wake) {
            emit(new Instr.Signal(condition, wake, span()));
        }

        public void init(Sync kind, Expr object, long parameter) {
            emit(new Instr.InitSync(kind, object, n(parameter), span()));
        }

        public Local destroy(Sync kind, Expr object) {
            Local result = temp(Type.I32);
            emit(new Instr.DestroySync(result, kind, object, span()));
            return result;
        }
    }
}
