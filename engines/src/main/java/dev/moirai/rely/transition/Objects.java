package dev.moirai.rely.transition;

import dev.moirai.analysis.AbstractObject;
import dev.moirai.analysis.FlowGraph;
import dev.moirai.analysis.PointsTo;
import dev.moirai.analysis.Sharing;
import dev.moirai.analysis.Threads;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The objects that certainly exist only once: globals, and those allocated by an instruction that runs at most once.
 * Each is identified by a key. Pointers that always hold the address of one of them are constants.
 */
final class Objects {
    private final Program program;
    private final PointsTo pointsTo;
    private final Map<String, Type> types = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    /** Maps the key of a thread's copy of a thread-local global to the name of the global. */
    private final Map<String, String> threadLocals = new HashMap<>();

    /**
     * Maps an allocating instruction to the keys of the objects that it certainly makes once; those that may make
     * others too are {@link #unclear}.
     */
    private final Map<String, List<String>> born = new HashMap<>();

    private final Set<String> unclear = new HashSet<>();
    /** The allocating instructions whose objects another thread may reach. */
    private final Set<String> escaping = new HashSet<>();
    /** The objects that only one thread ever reaches, by key. */
    private final Map<String, Integer> owners = new HashMap<>();

    /** What is on the heap, by key; and what has a key although its contents are not followed. */
    private final Set<String> onHeap = new HashSet<>();

    private final Set<String> unfollowed = new HashSet<>();
    private final Lives lives;

    /** Whether an object may count as there wherever an address is used. */
    enum Lives {
        /** To use it before or after its life ends the run. */
        ASSUMED,
        /** That is what the system is asked about. */
        ASKED_ABOUT
    }

    Objects(Program program, PointsTo pointsTo, Lives lives) {
        this.lives = lives;
        this.program = program;
        this.pointsTo = pointsTo;
        program.globals().forEach((name, global) -> {
            types.put(name, global.type());
            names.put(name, name);
        });
        var sharing = new Sharing(pointsTo, new Threads(pointsTo));
        for (int i = 0; i < pointsTo.objects().size(); i++) {
            if (!sharing.isEscaped(i)) continue;
            if (pointsTo.objects().get(i) instanceof AbstractObject.Allocated(var function, var at, var _, var _)) {
                escaping.add(site(new FlatCode.Origin(function, at)));
            }
        }
    }

    /** The key of a global; of a thread-local one, each thread has an object with a key of its own. */
    String global(String name, Instance thread) {
        if (program.global(name).storage() != Global.Storage.THREAD_LOCAL) return name;
        String key = name + "@" + thread.number();
        threadLocals.put(key, name);
        // Each of any number of copies has its own.
        if (thread.isMany()) owners.put(key, thread.number());
        types.put(key, program.global(name).type());
        names.computeIfAbsent(key, _ -> unlikeOthers(name, thread));
        return key;
    }

    /** A name that no other object has: a thread's copy of a thread-local global is named after the thread. */
    private String unlikeOthers(String name, Instance thread) {
        String other = names.containsValue(name) ? name + " of " + thread.name() : name;
        while (names.containsValue(other)) other += "'";
        return other;
    }

    /** The global that a key stands for, if it stands for one. */
    Optional<Global> global(String key) {
        return Optional.ofNullable(program.globals().get(globalName(key)));
    }

    /** The name of the global that a thread-local object is the thread's copy of; for other objects, the key. */
    String globalName(String key) {
        return threadLocals.getOrDefault(key, key);
    }

    String name(String key) {
        return names.getOrDefault(key, key);
    }

    /** What is added to the name of an object for a place in it. */
    String suffix(String object, long offset, Type type) {
        Optional<Type> whole = type(object);
        if (whole.isEmpty() || whole.get().isScalar()) return "";
        if (whole.get() instanceof Type.Struct(var tag)) {
            for (var field : program.layout(tag).fields()) {
                if (field.offset() == offset && field.type().isScalar()) return "." + field.name();
            }
        }
        if (whole.get() instanceof Type.Array(var element, var _) && element.equals(type)) {
            return "[" + offset / program.sizes().of(element) + "]";
        }
        return "+" + offset;
    }

    Optional<Type> type(String key) {
        return Optional.ofNullable(types.get(key));
    }

    /** Finds the objects that the thread allocates once, and its locals that are constants. */
    void learn(Instance thread) {
        var once = Instance.writtenOnce(thread.code());
        for (int at = 0; at < thread.code().size(); at++) {
            if (!thread.flow().isReachable(at)) continue;
            switch (thread.code().get(at)) {
                case Instr.Alloc alloc -> {
                    String site = site(thread.code().origin(at));
                    boolean isFresh = alloc.contents() == Instr.Contents.FREE || lives == Lives.ASKED_ABOUT;
                    boolean single = !thread.isMany() && !thread.flow().isOnCycle(at) && isFresh;
                    // The contents of a number are followed, even if each call has one.
                    boolean own = (!single || alloc.type() instanceof Type.Int)
                            && isOwn(thread.code().origin(at), alloc);
                    Optional<Type> type = typeOf(alloc);
                    if (!single && !own || type.isEmpty()) {
                        unclear.add(site);
                        continue;
                    }
                    String key = key(thread, at);
                    if (own) owners.put(key, thread.number());
                    if (own && !(alloc.type() instanceof Type.Int)) unfollowed.add(key);
                    if (alloc.region() == Instr.Region.HEAP) onHeap.add(key);
                    born.computeIfAbsent(site, _ -> new ArrayList<>()).add(key);
                    types.put(key, type.get());
                    names.put(key, unlikeOthers(alloc.name(), thread));
                    if (once.get(at) && isSetWhereRead(thread, alloc.into()))
                        thread.constants().put(alloc.into(), new Value.Address(key, 0));
                }
                case Instr.Assign(var into, var value, var _) -> {
                    boolean isGiven = thread.function().parameters().contains(into);
                    Value known = once.get(at) && !isGiven ? closed(thread, value) : Value.OPAQUE;
                    // A number may be read before it is set; with an address that is an error.
                    boolean always = known instanceof Value.Address && isSetWhereRead(thread, into)
                            || known instanceof Value.Number(var number)
                                    && into.type() instanceof Type.Int(var width, var _)
                                    && width > 1
                                    && !thread.flow().liveBefore(0).contains(into);
                    if (always) thread.constants().put(into, known);
                }
                default -> {}
            }
        }
    }

    private boolean isSetWhereRead(Instance thread, Local pointer) {
        return lives == Lives.ASSUMED || !thread.flow().liveBefore(0).contains(pointer);
    }

    boolean isOnHeap(String key) {
        return onHeap.contains(key);
    }

    /** The objects that have keys although nothing is known of their contents. */
    Set<String> unfollowed() {
        return unfollowed;
    }

    /**
     * What an object that certainly exists consists of, going by the type that it is allocated as. Nothing if that says
     * nothing, or if there may be no memory for it.
     */
    private Optional<Type> typeOf(Instr.Alloc alloc) {
        if (!(alloc.bytes() instanceof Expr.Constant(var _, var bytes))) return Optional.empty();
        if (bytes <= 0 || bytes > program.model().largestObject()) return Optional.empty();
        boolean sized = !(alloc.type() instanceof Type.Void || alloc.type() instanceof Type.Code);
        long each = sized ? program.sizes().of(alloc.type()) : 0;
        if (each == bytes) return Optional.of(alloc.type());
        return each > 0 && bytes % each == 0
                ? Optional.of(new Type.Array(alloc.type(), bytes / each))
                : Optional.empty();
    }

    /**
     * Whether each thread has one such object at a time, which no other thread reaches: an integer on the stack, no row
     * of them. Those of earlier calls, and of earlier turns of a loop, have ended, and using them is an error.
     */
    private boolean isOwn(FlatCode.Origin origin, Instr.Alloc alloc) {
        return alloc.region() == Instr.Region.STACK
                && (lives == Lives.ASKED_ABOUT
                        ? typeOf(alloc).isPresent()
                        : alloc.contents() == Instr.Contents.FREE
                                && alloc.type() instanceof Type.Int
                                && typeOf(alloc).filter(alloc.type()::equals).isPresent())
                && !escaping.contains(site(origin))
                && endsBeforeTheNext(program.function(origin.function()), origin.index());
    }

    /** Whether control comes back to the allocation only where what it made before has ended. */
    private static boolean endsBeforeTheNext(Function function, int allocation) {
        var flow = new FlowGraph(function);
        if (!flow.isOnCycle(allocation)) return true;
        // The function's own name of it: where calls are inlined, locals have others.
        if (!(function.body().get(allocation) instanceof Instr.Alloc made)) return false;
        Local pointer = made.into();
        var ends = new BitSet();
        for (int at = 0; at < function.body().size(); at++) {
            Instr instr = function.body().get(at);
            if (instr instanceof Instr.Free free && free.pointer().equals(pointer)) ends.set(at);
            int here = at;
            boolean[] another = new boolean[1];
            Operands.forEachWritten(instr, local -> another[0] |= local.equals(pointer) && here != allocation);
            if (another[0]) return false;
        }
        var seen = new BitSet();
        var open = new ArrayDeque<>(List.of(allocation));
        while (!open.isEmpty()) {
            int at = open.remove();
            for (int next : new int[] {flow.first(at), flow.second(at)}) {
                if (next == allocation) return false;
                if (next == FlowGraph.NONE || ends.get(next) || seen.get(next)) continue;
                seen.set(next);
                open.add(next);
            }
        }
        return true;
    }

    /** The thread that alone reaches the object, if there is one. */
    Optional<Integer> owner(String key) {
        return Optional.ofNullable(owners.get(key));
    }

    /** The value of an expression that is always the same address or constant; opaque if it is not. */
    Value closed(Instance thread, Expr expr) {
        return switch (expr) {
            case Local local -> thread.constants().getOrDefault(local, Value.OPAQUE);
            case Expr.Constant(var type, var bits)
            when type instanceof Type.Int || type instanceof Type.Pointer ->
                // A negative number means another one as a pointer or without a sign.
                bits >= 0 && bits <= Integer.MAX_VALUE ? Value.of(bits) : Value.OPAQUE;
            case Expr.GlobalAddress(var name, var _) -> new Value.Address(global(name, thread), 0);
            case Expr.Cast(var type, var operand) when type instanceof Type.Pointer -> closed(thread, operand);
            case Expr.Member(var pointer, var tag, var field, var _) -> {
                long bytes = program.layout(tag).fields().get(field).offset();
                yield switch (closed(thread, pointer)) {
                    case Value.Address(var object, var offset) -> new Value.Address(object, offset + bytes);
                    case Value.Perhaps perhaps -> perhaps.moved(bytes);
                    case Value.Number _,
                            Value.Truth _,
                            Value.Element _,
                            Value.Inside _,
                            Value.Beyond _,
                            Value.Opaque _ -> Value.OPAQUE;
                };
            }
            case Expr.Index(var pointer, var element, var index, var _) ->
                closed(thread, pointer) instanceof Value.Address(var object, var offset)
                                && closed(thread, index) instanceof Value.Number(var number)
                                && number.isConstant()
                        ? element(
                                object,
                                offset,
                                number.constant(),
                                program.sizes().of(element))
                        : Value.OPAQUE;
            default -> Value.OPAQUE;
        };
    }

    /** An element of an object, or the end of it. */
    private Value element(String object, long offset, BigInteger index, long size) {
        BigInteger bytes = index.multiply(BigInteger.valueOf(size)).add(BigInteger.valueOf(offset));
        long most = type(object).map(program.sizes()::of).orElse(-1L);
        return bytes.signum() >= 0 && bytes.compareTo(BigInteger.valueOf(most)) <= 0
                ? new Value.Address(object, bytes.longValue())
                : Value.OPAQUE;
    }

    private static String site(FlatCode.Origin origin) {
        return "new " + origin.function() + "." + origin.index();
    }

    /**
     * The key of what an instruction of the thread's flat code allocates. As calls are inlined, a function's
     * instruction has one for each call.
     */
    private static String key(Instance thread, int at) {
        return site(thread.code().origin(at)) + " by " + thread.number() + " at " + at;
    }

    Value allocated(Instance thread, int at) {
        String key = key(thread, at);
        return types.containsKey(key) ? new Value.Address(key, 0) : Value.OPAQUE;
    }

    /**
     * What an instruction accesses at an address: certainly one object of this size, one of several, or anything.
     *
     * @param pointees the objects that the address may point to, by the points-to analysis
     */
    Target target(Value address, Optional<List<AbstractObject>> pointees, long bytes) {
        if (address instanceof Value.Address(var object, var offset)) return new Target.Certain(object, offset);
        if (pointees.isEmpty()) return new Target.Anything();
        List<String> keys = pointees.get().stream()
                .flatMap(object -> keysOf(object).stream())
                .toList();
        boolean one = pointees.get().size() == 1
                && keys.size() == 1
                && isAll(pointees.get().getFirst());
        if (one && types.containsKey(keys.getFirst())) {
            Type type = types.get(keys.getFirst());
            boolean whole = (type.isScalar() || type instanceof Type.Opaque)
                    && program.sizes().of(type) == bytes;
            if (whole && !isThreadLocal(keys.getFirst())) return new Target.Certain(keys.getFirst(), 0);
        }
        return new Target.OneOf(keys);
    }

    private boolean isThreadLocal(String key) {
        return global(key)
                .filter(g -> g.storage() == Global.Storage.THREAD_LOCAL)
                .isPresent();
    }

    sealed interface Target {
        record Certain(String object, long offset) implements Target {}

        record OneOf(List<String> objects) implements Target {}

        record Anything() implements Target {}
    }

    List<String> keysOf(AbstractObject object) {
        return switch (object) {
            case AbstractObject.Variable(var global) -> List.of(global.name());
            case AbstractObject.Allocated(var function, var index, var _, var _) ->
                born.getOrDefault(site(new FlatCode.Origin(function, index)), List.of());
            case AbstractObject.Unknown _, AbstractObject.Code _ -> List.of();
        };
    }

    /** Whether the abstract object stands only for objects that have keys. */
    private boolean isAll(AbstractObject object) {
        return !(object instanceof AbstractObject.Allocated(var function, var index, var _, var _)
                && unclear.contains(site(new FlatCode.Origin(function, index))));
    }

    PointsTo pointsTo() {
        return pointsTo;
    }
}
