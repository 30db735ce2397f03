package dev.moirai.rely.transition;

import dev.moirai.analysis.AbstractObject;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The places in memory that are only ever set to the address of one object, or to null, whoever writes there. What is
 * read from such a place is that address, or leads nowhere.
 */
final class PointerPlaces {
    private static final int MOST_ROUNDS = 4;

    private final Program program;
    private final Objects objects;
    private final Map<Place, Value.Address> single = new HashMap<>();
    private final Set<Place> spoilt = new HashSet<>();
    private final Set<String> spoiltObjects = new HashSet<>();
    private boolean isAnythingPossible;

    private record Place(String object, long offset) {}

    private PointerPlaces(Program program, Objects objects) {
        this.program = program;
        this.objects = objects;
    }

    /** The places of a program; locals that are read from them once are known afterwards too. */
    static PointerPlaces of(Program program, Objects objects, List<Instance> instances) {
        var places = new PointerPlaces(program, objects);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            places = new PointerPlaces(program, objects);
            places.find(instances);
            if (!places.teach(instances)) break;
        }
        return places;
    }

    /** The only address that the place ever holds, if there is one. */
    Optional<Value.Address> at(String object, long offset) {
        // Threads' own copies are known to others by the name of the variable.
        boolean known = !isAnythingPossible
                && !spoiltObjects.contains(object)
                && !spoiltObjects.contains(objects.globalName(object));
        var place = new Place(object, offset);
        return known && !spoilt.contains(place) ? Optional.ofNullable(single.get(place)) : Optional.empty();
    }

    /** What a place holds as long as nobody has set it to its address. */
    Value.Otherwise otherwise(String object) {
        boolean zero = objects.global(object)
                .filter(global -> global.contents() == Instr.Contents.ZERO)
                .isPresent();
        return zero ? Value.Otherwise.NULL : Value.Otherwise.INVALID;
    }

    // ---- who writes what -----------------------------------------------------------------------------------------

    private void find(List<Instance> instances) {
        for (Global global : program.globals().values()) initial(global, instances.getFirst());
        for (Instance thread : instances) {
            for (int at = 0; at < thread.code().size(); at++) {
                if (!thread.flow().isReachable(at)) continue;
                switch (thread.code().get(at)) {
                    case Instr.Store(var address, var value, var _, var _) ->
                        write(thread, at, address, value.type(), objects.closed(thread, value));
                    case Instr.Rmw rmw -> write(thread, at, rmw.address(), rmw.type(), Value.OPAQUE);
                    case Instr.CompareExchange exchange ->
                        write(thread, at, exchange.address(), exchange.type(), Value.OPAQUE);
                    default -> {}
                }
            }
        }
    }

    private void initial(Global global, Instance main) {
        if (global.storage() == Global.Storage.THREAD_LOCAL) spoiltObjects.add(global.name());
        for (Global.Initial initial : global.initial()) {
            boolean zero = initial.value() instanceof Expr.Constant(var _, var bits) && bits == 0;
            Type type = initial.value().type();
            if (!zero) put(global.name(), initial.offset(), type, objects.closed(main, initial.value()));
        }
    }

    private void write(Instance thread, int at, Expr address, Type type, Value value) {
        if (base(objects.closed(thread, address)) instanceof Value.Address(var object, var offset)) {
            put(object, offset, type, value);
            return;
        }
        FlatCode.Origin origin = thread.code().origin(at);
        Optional<List<AbstractObject>> pointees = objects.pointsTo().pointees(origin.function(), origin.index());
        if (pointees.isEmpty() || pointees.get().stream().anyMatch(AbstractObject.Unknown.class::isInstance)) {
            isAnythingPossible = true;
        } else {
            pointees.get().forEach(it -> spoiltObjects.addAll(objects.keysOf(it)));
        }
    }

    private void put(String object, long offset, Type type, Value value) {
        var place = new Place(object, offset);
        boolean isNull = value instanceof Value.Number(var n)
                && n.isConstant()
                && n.constant().signum() == 0;
        if (!(type instanceof Type.Pointer)) {
            long bytes = program.sizes().of(type);
            long pointer = program.model().pointerBytes();
            for (long at = offset - pointer + 1; at < offset + bytes; at++) spoilt.add(new Place(object, at));
        } else if (base(value) instanceof Value.Address target && isOne(target.object())) {
            Value.Address before = single.putIfAbsent(place, target);
            if (before != null && !before.equals(target)) spoilt.add(place);
        } else if (!isNull) {
            spoilt.add(place);
        }
        if (type instanceof Type.Pointer) {
            // Pointers that overlap this one without being it.
            long bytes = program.model().pointerBytes();
            for (long at = offset - bytes + 1; at < offset + bytes; at++) {
                if (at != offset) spoilt.add(new Place(object, at));
            }
        }
    }

    /** Whether the key stands for one object of the whole program. */
    private boolean isOne(String object) {
        return objects.owner(object).isEmpty() && objects.globalName(object).equals(object);
    }

    private static Value base(Value value) {
        return value instanceof Value.Perhaps perhaps ? perhaps.address() : value;
    }

    // ---- what locals hold ----------------------------------------------------------------------------------------

    /** Whether something new is known of some local. */
    private boolean teach(List<Instance> instances) {
        boolean news = false;
        for (Instance thread : instances) {
            var once = Instance.writtenOnce(thread.code());
            for (int at = 0; at < thread.code().size(); at++) {
                if (!once.get(at) || !thread.flow().isReachable(at)) continue;
                switch (thread.code().get(at)) {
                    case Instr.Load(var into, var address, var _, var _)
                    when into.type() instanceof Type.Pointer ->
                        news |= base(objects.closed(thread, address)) instanceof Value.Address(var object, var offset)
                                && at(object, offset)
                                        .map(it -> new Value.Perhaps(it, Optional.empty(), Value.Otherwise.INVALID))
                                        .filter(it -> thread.learns(into, it))
                                        .isPresent();
                    case Instr.Assign(var into, var value, var _)
                    when into.type() instanceof Type.Pointer
                            && objects.closed(thread, value) instanceof Value.Perhaps known ->
                        news |= thread.learns(
                                into, new Value.Perhaps(known.address(), Optional.empty(), Value.Otherwise.INVALID));
                    default -> {}
                }
            }
        }
        return news;
    }
}
