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
    private final Memory memory;
    private final Addresses addresses;
    private final Map<Object, MemoryObject> made = new HashMap<>();
    private final Map<MemoryObject, Long> reserved = new HashMap<>();

    NewObjects(TermPool pool, Memory memory, Addresses addresses) {
        this.pool = pool;
        this.memory = memory;
        this.addresses = addresses;
    }

    /** @param size a term as wide as a pointer */
    record Wish(String name, Type type, Origin origin, Initially initially, int size) {}

    /**
     * @param pointer to the object; null where the size is too large for any object
     * @param when the condition under which the object exists
     * @param encodable the condition under which the size is one that is represented here
     */
    record Made(MemoryObject object, int pointer, int when, int encodable) {}

    Made make(Path path, Object site, Wish wish) {
        long room = room(path, wish.size());
        MemoryObject object = made.get(site);
        if (object == null) {
            object = newObject(wish, room);
            made.put(site, object);
            addresses.add(object);
            memory.lifeOf(object);
        } else {
            long most = reserved.getOrDefault(object, object.room);
            memory.resize(object, Math.min(room, most), extent(path, object, wish));
        }
        return asMade(object, wish);
    }

    /** The object of the site as it is, for executions without consequences ({@link SymbolicExecution#look}). */
    Made find(Path path, Object site, Wish wish) {
        MemoryObject object = made.get(site);
        return object == null ? make(path, site, wish) : asMade(object, wish);
    }

    private Made asMade(MemoryObject object, Wish wish) {
        int width = addresses.width();
        int when = pool.ule(wish.size(), pool.bv(addresses.mostBytes(), width));
        int fits = pool.ule(wish.size(), pool.bv(object.room, width));
        int pointer = pool.ite(when, addresses.pointerTo(object), pool.bv(0, width));
        return new Made(object, pointer, when, pool.or(-when, fits));
    }

    /** The most bytes that may be requested. */
    private long room(Path path, int size) {
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

    private MemoryObject newObject(Wish wish, long room) {
        boolean narrow = addresses.width() == 32 && pool.isConstant(wish.size());
        long reserve = narrow ? room : Math.max(room, GENEROUS);
        var object = new MemoryObject(
                wish.name() + "#" + made.size(),
                addresses.reserve(reserve),
                room,
                wish.size(),
                wish.type(),
                wish.origin(),
                wish.initially(),
                new byte[0],
                memory.newLife());
        reserved.put(object, reserve);
        return object;
    }

    /** The size of an object that several allocations may make, of which at most one is executed. */
    private int extent(Path path, MemoryObject object, Wish wish) {
        if (object.extent == wish.size() || memory.isShared()) return wish.size();
        return pool.ite(path.guard().term(), wish.size(), object.extent);
    }
}
