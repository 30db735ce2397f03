package dev.moirai.rely.transition;

import dev.moirai.analysis.AbstractObject;
import dev.moirai.analysis.PointsTo;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The objects of which there is certainly one only: globals, and what an instruction allocates that runs at most once. They
 * are known by a key; pointers that always hold the address of one of them are constants.
 */
final class Objects {
    private final Program program;
    private final PointsTo pointsTo;
    private final Map<String, Type> types = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    /** By the key of a thread's copy: the name of the global. */
    private final Map<String, String> threadLocals = new HashMap<>();

    /** By the instruction that allocates: the objects of which one is made for certain, and whether there may be others. */
    private final Map<String, List<String>> born = new HashMap<>();

    private final Set<String> unclear = new HashSet<>();

    Objects(Program program, PointsTo pointsTo) {
        this.program = program;
        this.pointsTo = pointsTo;
        program.globals().forEach((name, global) -> {
            types.put(name, global.type());
            names.put(name, name);
        });
    }

    /** A thread-local global is another object for each thread. */
    String global(String name, Instance thread) {
        if (program.global(name).storage() != Global.Storage.THREAD_LOCAL) return name;
        String key = name + "@" + thread.number();
        threadLocals.put(key, name);
        types.put(key, program.global(name).type());
        names.computeIfAbsent(key, _ -> unlikeOthers(name, thread));
        return key;
    }

    /** Objects are told apart by their names too. */
    private String unlikeOthers(String name, Instance thread) {
        String other = names.containsValue(name) ? name + " of " + thread.name() : name;
        while (names.containsValue(other)) other += "'";
        return other;
    }

    /** The global behind a key, if it is one. */
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

    Optional<Type> type(String key) {
        return Optional.ofNullable(types.get(key));
    }

    /** Finds the objects that the thread allocates once, and its pointers that are constants. */
    void learn(Instance thread) {
        var once = Instance.writtenOnce(thread.code());
        for (int at = 0; at < thread.code().size(); at++) {
            if (!thread.flow().isReachable(at)) continue;
            switch (thread.code().get(at)) {
                case Instr.Alloc alloc -> {
                    String site = site(thread.code().origin(at));
                    boolean single =
                            !thread.isMany() && !thread.flow().isOnCycle(at) && alloc.contents() == Instr.Contents.FREE;
                    if (!single) {
                        unclear.add(site);
                        continue;
                    }
                    String key = key(thread, at);
                    born.computeIfAbsent(site, _ -> new ArrayList<>()).add(key);
                    types.put(key, alloc.type());
                    names.put(key, unlikeOthers(alloc.name(), thread));
                    if (once.get(at)) thread.constants().put(alloc.into(), new Value.Address(key, 0));
                }
                case Instr.Assign(var into, var value, var _) -> {
                    boolean single = once.get(at) && !thread.flow().isOnCycle(at);
                    if (single && closed(thread, value) instanceof Value.Address address) {
                        thread.constants().put(into, address);
                    }
                }
                default -> {}
            }
        }
    }

    /** The value of an expression that is an address or a constant whenever it is evaluated. */
    Value closed(Instance thread, Expr expr) {
        return switch (expr) {
            case Local local -> thread.constants().getOrDefault(local, Value.OPAQUE);
            case Expr.Constant(var type, var bits)
            when type instanceof Type.Int || type instanceof Type.Pointer -> Value.of(bits);
            case Expr.GlobalAddress(var name, var _) -> new Value.Address(global(name, thread), 0);
            case Expr.Cast(var type, var operand) when type instanceof Type.Pointer -> closed(thread, operand);
            case Expr.Member(var pointer, var tag, var field, var _) ->
                closed(thread, pointer) instanceof Value.Address(var object, var offset)
                        ? new Value.Address(
                                object,
                                offset + program.layout(tag).fields().get(field).offset())
                        : Value.OPAQUE;
            default -> Value.OPAQUE;
        };
    }

    private static String site(FlatCode.Origin origin) {
        return "new " + origin.function() + "." + origin.index();
    }

    /** Calls are inlined, so an instruction of a thread's text is another one for each call. */
    private static String key(Instance thread, int at) {
        return site(thread.code().origin(at)) + " by " + thread.number() + " at " + at;
    }

    Value allocated(Instance thread, int at) {
        String key = key(thread, at);
        return types.containsKey(key) ? new Value.Address(key, 0) : Value.OPAQUE;
    }

    /**
     * What an instruction's address can meet: one object of this size for certain, some of several, or nobody knows.
     *
     * @param pointees what the analysis says
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

    private List<String> keysOf(AbstractObject object) {
        return switch (object) {
            case AbstractObject.Variable(var global) -> List.of(global.name());
            case AbstractObject.Allocated(var function, var index, var _, var _) ->
                born.getOrDefault(site(new FlatCode.Origin(function, index)), List.of());
            case AbstractObject.Unknown _, AbstractObject.Code _ -> List.of();
        };
    }

    /** Whether the object stands for no others than those with keys. */
    private boolean isAll(AbstractObject object) {
        return !(object instanceof AbstractObject.Allocated(var function, var index, var _, var _)
                && unclear.contains(site(new FlatCode.Origin(function, index))));
    }

    PointsTo pointsTo() {
        return pointsTo;
    }
}
