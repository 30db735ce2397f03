package dev.moirai.symbolic;

import dev.moirai.ir.Instr;
import dev.moirai.logic.TermPool;
import dev.moirai.symbolic.MemoryObject.Initially;
import dev.moirai.symbolic.MemoryObject.Origin;
import java.util.ArrayList;
import java.util.List;

/** Accesses through pointers that may mean several objects, or an unknown element of one. */
final class HeapAccess {
    /** More elements than this behind one symbolic index are not spelled out. */
    private static final int MOST_ELEMENTS = 4096;

    private final TermPool pool;
    private final Memory memory;
    private final Addresses addresses;

    HeapAccess(TermPool pool, Memory memory, Addresses addresses) {
        this.pool = pool;
        this.memory = memory;
        this.addresses = addresses;
    }

    /** When an access is an error, and when it is none but meets no scalar squarely. */
    record Bad(int invalid, int unresolved) {}

    Bad bad(Path path, int address, int bytes, boolean writes) {
        int valid = TermPool.FALSE;
        int unresolved = TermPool.FALSE;
        for (Target target : addresses.targets(address)) {
            MemoryObject object = target.object();
            int here = pool.and(target.condition(), alive(path, object));
            if (writes && object.origin == Origin.CONSTANT || object.size < bytes) continue;
            int inside = pool.ule(target.offset(), pool.bv(object.size - bytes, addresses.width()));
            valid = pool.or(valid, pool.and(here, inside));
            if (pool.isConstant(target.offset())) continue;
            int met = TermPool.FALSE;
            for (long offset : offsets(target, bytes)) met = pool.or(met, at(target, offset));
            unresolved = pool.or(unresolved, pool.and(here, pool.and(inside, -met)));
        }
        return new Bad(-valid, unresolved);
    }

    int read(Path path, int address, int bytes) {
        int result = Values.ABSENT;
        for (Target target : addresses.targets(address)) {
            MemoryObject object = target.object();
            for (long offset : offsets(target, bytes)) {
                int value = memory.read(path.values(), object, offset, bytes);
                int here = pool.and(target.condition(), at(target, offset));
                result = result == Values.ABSENT ? value : pool.ite(here, value, result);
            }
        }
        return result == Values.ABSENT ? pool.bv(0, bytes * 8) : result;
    }

    /** Whether something behind the pointer may still have the free contents it was made with. */
    boolean mayBeFree(int address) {
        return addresses.targets(address).stream().anyMatch(target -> target.object().initially == Initially.FREE);
    }

    Values write(Path path, int address, int bytes, int value) {
        Values values = path.values();
        for (Target target : addresses.targets(address)) {
            MemoryObject object = target.object();
            if (object.origin == Origin.CONSTANT) continue;
            for (long offset : offsets(target, bytes)) {
                int here = path.guard().decide(pool.and(target.condition(), at(target, offset)));
                if (here == TermPool.FALSE) continue;
                int old = here == TermPool.TRUE ? value : memory.kept(values, object, offset, bytes);
                values = memory.write(values, object, offset, bytes, pool.ite(here, value, old));
            }
        }
        return values;
    }

    /** Null, or the start of a living object of that region. */
    int mayFree(Path path, int address, Instr.Region region) {
        int good = pool.eq(address, pool.bv(0, addresses.width()));
        Origin origin = region == Instr.Region.HEAP ? Origin.HEAP : Origin.STACK;
        for (Target target : addresses.targets(address)) {
            if (target.object().origin != origin) continue;
            int here = pool.and(target.condition(), at(target, 0));
            good = pool.or(good, pool.and(here, alive(path, target.object())));
        }
        return good;
    }

    Values free(Path path, int address) {
        Values values = path.values();
        for (Target target : addresses.targets(address)) {
            MemoryObject object = target.object();
            if (object.alive < 0) continue;
            values = memory.setAlive(values, object, pool.and(alive(path, object), -target.condition()));
        }
        return values;
    }

    private int alive(Path path, MemoryObject object) {
        return memory.alive(path.values(), object);
    }

    private int at(Target target, long offset) {
        return pool.eq(target.offset(), pool.bv(offset, addresses.width()));
    }

    /** The offsets an access may have; those out of bounds are left out. */
    private List<Long> offsets(Target target, int bytes) {
        MemoryObject object = target.object();
        if (object.size < bytes) return List.of();
        List<Long> constants = addresses.constants(target.offset(), 64);
        if (constants.isEmpty()) {
            List<Long> starts = memory.shape().starts(object.type, object.size, bytes, MOST_ELEMENTS);
            if (starts.size() > MOST_ELEMENTS) {
                throw new Addresses.TooLarge("an unknown index into the " + object.size + " bytes of " + object.name);
            }
            return starts;
        }
        var inside = new ArrayList<Long>();
        for (long offset : constants) {
            if (Long.compareUnsigned(offset, object.size - bytes) <= 0) inside.add(offset);
        }
        return inside;
    }
}
