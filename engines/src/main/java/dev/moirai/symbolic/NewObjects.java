package dev.moirai.symbolic;

import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.symbolic.MemoryObject.Initially;
import dev.moirai.symbolic.MemoryObject.Origin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects that allocations make: one for each site, with room for the largest size that may be requested there.
 * Where the size is unknown, that is the bound that the path has compared it with, or a generous number.
 */
final class NewObjects {
    /** The most bytes that an object of unknown size can have. */
    private static final long GENEROUS = 1 << 20;

    private final TermPool pool;
    private final SymbolicMemory memory;
    private final Addresses addresses;
    private final Map<Object, MemoryObject> made = new HashMap<>();
    private final Map<MemoryObject, Long> reserved = new HashMap<>();

    NewObjects(TermPool pool, SymbolicMemory memory, Addresses addresses) {
        this.pool = pool;
        this.memory = memory;
        this.addresses = addresses;
    }

    /** @param size a term as wide as a pointer */
    record Request(String name, Type type, Origin origin, Initially initially, int size) {}

    /**
     * @param pointer to the object; null where the size is too large for any object
     * @param when the condition under which the object exists
     * @param encodable the condition under which the size is one that is represented here
     */
    record Made(MemoryObject object, int pointer, int when, int encodable) {}

    Made make(PathState path, Object site, Request request) {
        long room = room(path, request.size());
        MemoryObject object = made.get(site);
        if (object == null) {
            object = newObject(request, room);
            made.put(site, object);
            addresses.add(object);
            memory.lifeOf(object);
        } else {
            long most = reserved.getOrDefault(object, object.room);
            memory.resize(object, Math.min(room, most), extent(path, object, request));
        }
        return asMade(object, request);
    }

    /** The object of the site as it is, for executions without consequences ({@link SymbolicExecution#tryOut}). */
    Made find(PathState path, Object site, Request request) {
        MemoryObject object = made.get(site);
        return object == null ? make(path, site, request) : asMade(object, request);
    }

    private Made asMade(MemoryObject object, Request request) {
        int width = addresses.width();
        int when = pool.ule(request.size(), pool.bv(addresses.mostBytes(), width));
        int fits = pool.ule(request.size(), pool.bv(object.room, width));
        int pointer = pool.ite(when, addresses.pointerTo(object), pool.bv(0, width));
        return new Made(object, pointer, when, pool.or(-when, fits));
    }

    /** The most bytes that may be requested. */
    private long room(PathState path, int size) {
        long most = addresses.mostBytes();
        List<Long> constants = addresses.constants(size, 16);
        if (!constants.isEmpty()) {
            return constants.stream()
                    .filter(value -> Long.compareUnsigned(value, most) <= 0)
                    .max(Long::compare)
                    .orElse(0L);
        }
        Progression sizes = new Progression.Reader(pool, path.guard()).of(size).upTo(most, addresses.width());
        return Math.clamp(sizes.high(), 0, GENEROUS);
    }

    private MemoryObject newObject(Request request, long room) {
        boolean narrow = addresses.width() == 32 && pool.isConstant(request.size());
        long reserve = narrow ? room : Math.max(room, GENEROUS);
        var object = new MemoryObject(
                request.name() + "#" + made.size(),
                addresses.reserve(reserve),
                room,
                request.size(),
                request.type(),
                request.origin(),
                request.initially(),
                new byte[0],
                memory.newLife());
        reserved.put(object, reserve);
        return object;
    }

    /** The size of an object that several allocations may make, of which at most one is executed. */
    private int extent(PathState path, MemoryObject object, Request request) {
        if (object.extent == request.size() || memory.isShared()) return request.size();
        return pool.ite(path.guard().term(), request.size(), object.extent);
    }
}
