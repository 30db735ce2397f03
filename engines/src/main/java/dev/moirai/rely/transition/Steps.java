package dev.moirai.rely.transition;

import dev.moirai.analysis.AbstractObject;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.rely.transition.AccessSteps.Kind;
import dev.moirai.rely.transition.Objects.Target;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The effect of every instruction on a {@link Path}, except jumps and the ends of threads. Whatever the interpreter can
 * do, some path can do; where too little is known, paths can do more.
 */
final class Steps {
    private static final Linear ONE = Linear.of(1);

    private final Program program;
    private final Conduct conduct;
    private final Objects objects;
    private final Variables variables;
    private final Instance thread;
    private final Handles handles;
    private final PointerSteps pointers;
    private final Evaluation evaluation;
    private final AccessSteps access;
    private final MemberArrays arrays;
    private final AtomicSteps atomics;
    private final SyncSteps sync;

    Steps(
            Program program,
            Conduct conduct,
            Objects objects,
            Variables variables,
            List<Instance> instances,
            Instance thread,
            Handles handles,
            PointerPlaces places) {
        this.program = program;
        this.conduct = conduct;
        this.objects = objects;
        this.variables = variables;
        this.thread = thread;
        this.handles = handles;
        this.evaluation = new Evaluation(program, conduct, variables, objects, thread);
        this.pointers = new PointerSteps(this, evaluation, objects, variables, places);
        this.atomics = new AtomicSteps(this, evaluation);
        this.arrays = new MemberArrays(program);
        this.access = new AccessSteps(program, evaluation, objects, variables, thread);
        this.sync = new SyncSteps(this, conduct, evaluation, variables, instances, thread, handles);
    }

    Evaluation evaluation() {
        return evaluation;
    }

    void execute(int at, Path path, Consumer<Path> then) {
        Instr instr = thread.code().get(at);
        evaluation.at(instr.span());
        switch (instr) {
            case Instr.Assign(var into, var value, var _) ->
                evaluation.value(value, path, (v, p) -> {
                    p.set(into, v);
                    then.accept(p);
                });
            case Instr.Nondet(var into, Source.SpuriousFailure _, var _) -> {
                spend("spurious failures", path.fork(), failing -> set(into, Value.of(1), failing, then));
                set(into, Value.of(0), path, then);
            }
            case Instr.Nondet(var into, var _, var _) -> set(into, evaluation.choice(into.type(), path), path, then);
            case Instr.Load(var into, var address, var _, var _)
            when into.type() instanceof Type.Pointer ->
                evaluation.address(
                        address,
                        path,
                        (v, p) -> touch(
                                at,
                                v,
                                Type.VOID_POINTER,
                                Kind.READ,
                                p,
                                q -> set(into, pointers.read(at, v, q), q, then)));
            case Instr.Load(var into, var address, var _, var _) ->
                locate(at, address, into.type(), path, (v, p) -> set(into, load(at, v, into.type(), p), p, then));
            case Instr.Store(var address, var value, var _, var _)
            when value.type() instanceof Type.Pointer ->
                evaluation.value(
                        value,
                        path,
                        (v, p) -> evaluation.address(
                                address,
                                p,
                                (place, q) -> touch(at, place, value.type(), Kind.WRITE, q, r -> {
                                    pointers.write(at, place, v, r);
                                    then.accept(r);
                                })));
            case Instr.Store(var address, var value, var _, var _) ->
                evaluation.value(
                        value,
                        path,
                        (v, p) -> locate(
                                at,
                                address,
                                value.type(),
                                p,
                                (place, q) -> store(at, place, value.type(), v, q, then)));
            case Instr.Rmw i -> atomics.rmw(at, i, path, then);
            case Instr.CompareExchange i -> atomics.compareExchange(at, i, path, then);
            case Instr.Alloc i -> {
                Value made = objects.allocated(thread, at);
                boolean own = made instanceof Value.Address(var key, var _)
                        && objects.owner(key).isPresent();
                if (conduct.isAboutMemory()) access.made(made, path);
                // It is not the object of the call before, and holds anything.
                if (own)
                    write(variable(at, made, i.type(), path), Value.OPAQUE, path, p -> set(i.into(), made, p, then));
                else set(i.into(), made, path, then);
            }
            case Instr.Resize i -> {
                if (conduct.isAboutMemory()) AccessSteps.refuse(i);
                set(i.into(), Value.OPAQUE, path, then);
            }
            case Instr.Free i when conduct.isAboutMemory() -> access.free(at, i, path, then);
            case Instr.Assume(var condition, var _) -> require(condition, path, then);
            // A failed assertion ends the process.
            case Instr.Assert(var condition, var _, var _, var _) ->
                evaluation.truth(condition, path, (c, p) -> {
                    evaluation.decide(c, false, p.fork(), evaluation::fail);
                    evaluation.decide(c, true, p, then);
                });
            case Instr.AtomicBegin _ -> {
                path.enter(Path.Mode.ATOMIC);
                then.accept(path);
            }
            case Instr.AtomicEnd _ -> {
                path.enter(Path.Mode.PLAIN);
                then.accept(path);
            }
            case Instr.Self(var into, var _) -> set(into, handles.value(thread), path, then);
            case Instr.Free _, Instr.Fence _, Instr.Label _, Instr.Print _, Instr.Yield _ -> then.accept(path);
            case Instr.Spawn i -> {
                if (conduct.isAboutMemory()) access.start(i);
                sync.spawn(at, i, path, then);
            }
            case Instr.Synchronisation i -> sync.execute(at, i, path, then);
            // Whoever waits makes no step.
            case Instr.Block(var condition, var _, var _) -> require(condition, path, then);
            case Instr.Control _ -> throw new IllegalStateException("no step: " + instr);
        }
    }

    /**
     * For what a thread may do for no reason any number of times, but not for ever: a counter, which starts at any
     * number, is decremented each time.
     */
    void spend(String what, Path path, Consumer<Path> then) {
        Variable left = variables.supply(what + " of " + thread.name());
        if (!path.require(Row.atLeast(path.read(left), ONE))) return;
        path.write(left, path.read(left).plus(-1));
        then.accept(path);
    }

    private void require(Expr condition, Path path, Consumer<Path> then) {
        evaluation.truth(condition, path, (c, p) -> evaluation.decide(c, true, p, then));
    }

    void set(Local into, Value value, Path path, Consumer<Path> then) {
        // An unknown integer becomes a free choice, so that comparing the local twice gives the same answer.
        boolean lost = value instanceof Value.Opaque && into.type() instanceof Type.Int;
        path.set(into, lost ? evaluation.choice(into.type(), path) : value);
        then.accept(path);
    }

    /** Why a thread may be blocked before the instruction. */
    List<Wait> waits(int at, Path path) {
        return sync.waits(at, path);
    }

    /** The call succeeds; where misuse is possible, it may as well return an error code. */
    void succeed(Local result, Path path, Consumer<Path> then) {
        set(result, conduct.returnsErrors() ? Value.OPAQUE : Value.of(0), path, then);
    }

    // ---- memory ------------------------------------------------------------------------------------------------

    /** The variable that the instruction certainly accesses at the address; nothing if that is not certain. */
    void place(int at, Expr address, Type type, Path path, BiConsumer<Optional<Variable>, Path> then) {
        locate(at, address, type, path, (v, p) -> then.accept(variable(at, v, type, p), p));
    }

    /** The address that the instruction accesses, on paths on which it may be accessed. */
    private void locate(int at, Expr address, Type type, Path path, BiConsumer<Value, Path> then) {
        boolean reads =
                thread.code().get(at) instanceof Instr.Load || thread.code().get(at) instanceof Instr.Await;
        Kind kind = reads ? Kind.READ : Kind.WRITE;
        if (conduct.isAboutMemory() && address instanceof Expr.Cell cell) {
            evaluation.address(
                    cell.place(),
                    path,
                    (map, p) -> touch(at, map, Type.INTEGER, kind, p, q -> then.accept(Value.OPAQUE, q)));
            return;
        }
        Optional<MemberArrays.Element> element = arrays.element(address, type);
        if (conduct.isAboutMemory() && element.isPresent()) {
            access.inArray(at, element.get(), path, p -> certain(at, address, type, kind, p, then));
        } else if (conduct.isMemoryRuledOut() && element.isPresent()) {
            inArray(element.get(), address, path, then);
        } else certain(at, address, type, kind, path, then);
    }

    private void certain(int at, Expr address, Type type, Kind kind, Path path, BiConsumer<Value, Path> then) {
        evaluation.address(address, path, (v, p) -> touch(at, v, type, kind, p, q -> then.accept(v, q)));
    }

    private Value load(int at, Value address, Type type, Path path) {
        Elements elements = evaluation.elements();
        Optional<Variables.Summary> summary = elements.at(address, type);
        return summary.isPresent()
                ? elements.read(summary.get(), path)
                : read(variable(at, address, type, path), type, path);
    }

    private void store(int at, Value address, Type type, Value value, Path path, Consumer<Path> then) {
        Elements elements = evaluation.elements();
        Optional<Variables.Summary> summary = elements.at(address, type);
        if (summary.isEmpty()) write(variable(at, address, type, path), value, path, then);
        else number(value, summary.get().least(), path, (n, p) -> elements.write(summary.get(), n, p, then));
    }

    /** If it is not known which element it is, it is one of that array. */
    private void inArray(MemberArrays.Element element, Expr address, Path path, BiConsumer<Value, Path> then) {
        evaluation.address(address, path, (v, p) -> {
            if (!(v instanceof Value.Opaque)) {
                then.accept(v, p);
                return;
            }
            evaluation.value(element.array(), p, (array, q) -> {
                Value base = array instanceof Value.Perhaps perhaps ? perhaps.address() : array;
                then.accept(base instanceof Value.Address found ? element.somewhere(found) : v, q);
            });
        });
    }

    /** No variable, because it is not known which of these bytes are touched. */
    private Optional<Variable> somewhere(int at, String object, long from, long bytes, Path path) {
        boolean reads =
                thread.code().get(at) instanceof Instr.Load || thread.code().get(at) instanceof Instr.Await;
        if (!reads) {
            variables.otherwise(object, from, bytes);
            path.forget(object, from, bytes);
        }
        abstracted(objects.name(object), at);
        return Optional.empty();
    }

    /** Goes on where what is about to be touched is there, if that is asked about. */
    private void touch(int at, Value address, Type type, Kind kind, Path path, Consumer<Path> then) {
        touch(at, address, program.sizes().of(type), kind, path, then);
    }

    void touch(int at, Value address, long bytes, Kind kind, Path path, Consumer<Path> then) {
        if (conduct.isAboutMemory()) access.touch(at, address, bytes, kind, path, then);
        else then.accept(path);
    }

    Optional<Variable> variable(int at, Value address, Type type, Path path) {
        long bytes = program.sizes().of(type);
        boolean writes =
                !(thread.code().get(at) instanceof Instr.Load || thread.code().get(at) instanceof Instr.Await);
        if (address instanceof Value.Inside(var object, var part, var _, var _, var _)) {
            return somewhere(at, object, part.from(), part.to() - part.from(), path);
        }
        switch (target(at, address, bytes)) {
            case Target.Certain(var object, var offset) -> {
                if (!(type instanceof Type.Int) || objects.type(object).isEmpty()) {
                    // Pointers and floats in memory have no variables; an integer that overlaps them must not have one
                    // either.
                    if (writes) {
                        variables.otherwise(object, offset, bytes);
                        path.forget(object, offset, bytes);
                    }
                    abstracted(objects.name(object), at);
                    return Optional.empty();
                }
                String name = objects.name(object) + objects.suffix(object, offset, type);
                Optional<Variable> cell = variables.cell(object, objects.owner(object), offset, type, bytes, name);
                if (cell.isEmpty()) abstracted(objects.name(object), at);
                return cell;
            }
            case Target.OneOf(var candidates) -> {
                if (writes && mayBeAnywhere(at)) {
                    throw new UnsupportedException(
                            "a write through a pointer made from a number",
                            thread.code().get(at).span());
                }
                if (writes) candidates.forEach(variables::blur);
                abstracted(candidates.isEmpty() ? "memory" : objects.name(candidates.getFirst()), at);
                return Optional.empty();
            }
            case Target.Anything _ ->
                throw new UnsupportedException(
                        "a pointer of unknown origin", thread.code().get(at).span());
        }
    }

    /** Whether the instruction's address may be a number that the program has computed. */
    private boolean mayBeAnywhere(int at) {
        FlatCode.Origin origin = thread.code().origin(at);
        return objects.pointsTo().pointees(origin.function(), origin.index()).stream()
                .flatMap(List::stream)
                .anyMatch(AbstractObject.Unknown.class::isInstance);
    }

    Optional<Contact> contact(int at, boolean isInside) {
        return Contact.of(thread.code().get(at), thread.code().origin(at), objects.pointsTo(), isInside);
    }

    Target target(int at, Value address, long bytes) {
        FlatCode.Origin origin = thread.code().origin(at);
        return objects.target(address, objects.pointsTo().pointees(origin.function(), origin.index()), bytes);
    }

    Target secondTarget(int at, Value address, long bytes) {
        FlatCode.Origin origin = thread.code().origin(at);
        Optional<List<AbstractObject>> pointees = objects.pointsTo().secondPointees(origin.function(), origin.index());
        return objects.target(address, pointees, bytes);
    }

    /** The value of an expression that is always the same address or constant; opaque if it is not. */
    Value closed(Expr expr) {
        return objects.closed(thread, expr);
    }

    Optional<Global> global(String object) {
        return objects.global(object);
    }

    /** Whether each of any number of threads has such an object of its own. */
    boolean isOneForEach(String object) {
        return objects.owner(object).isPresent();
    }

    String name(String object) {
        return objects.name(object);
    }

    Program program() {
        return program;
    }

    void abstracted(String what, int at) {
        variables.abstracted("contents of " + what, thread.code().get(at).span());
    }

    Value read(Optional<Variable> cell, Type type, Path path) {
        if (cell.isEmpty()) return type instanceof Type.Int ? evaluation.choice(type, path) : Value.OPAQUE;
        return new Value.Number(path.read(cell.get()));
    }

    void write(Optional<Variable> cell, Value value, Path path, Consumer<Path> then) {
        if (cell.isEmpty()) {
            then.accept(path);
            return;
        }
        number(value, cell.get(), path, (n, p) -> {
            p.write(cell.get(), n);
            then.accept(p);
        });
    }

    private void number(Value value, Variable into, Path path, BiConsumer<Linear, Path> then) {
        switch (value) {
            case Value.Number(var n) -> then.accept(n, path);
            case Value.Truth(var cond) -> {
                evaluation.decide(cond, true, path.fork(), p -> then.accept(ONE, p));
                evaluation.decide(cond, false, path, p -> then.accept(Linear.ZERO, p));
            }
            case Value.Address _, Value.Element _, Value.Inside _, Value.Perhaps _, Value.Beyond _, Value.Opaque _ -> {
                Linear chosen = variables.choice().now();
                into.range().ifPresent(range -> range.rows(chosen).forEach(path::require));
                then.accept(chosen, path);
            }
        }
    }
}
