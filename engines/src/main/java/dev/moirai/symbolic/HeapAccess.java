package dev.moirai.symbolic;

import dev.moirai.ir.Instr;
import dev.moirai.logic.TermPool;
import dev.moirai.symbolic.MemoryObject.Initially;
import dev.moirai.symbolic.MemoryObject.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Accesses through pointers that may point to several objects, or to an unknown place in one. */
final class HeapAccess {
    private final TermPool pool;
    private final SymbolicMemory memory;
    private final Addresses addresses;

    HeapAccess(TermPool pool, SymbolicMemory memory, Addresses addresses) {
        this.pool = pool;
        this.memory = memory;
        this.addresses = addresses;
    }

    /** When an access is an error, and when it is legal but at an offset that is not represented. */
    record Bad(int invalid, int unresolved) {}

    Bad bad(PathState path, int address, int bytes, boolean writes) {
        int valid = TermPool.FALSE;
        int unresolved = TermPool.FALSE;
        for (Target target : addresses.targets(address)) {
            MemoryObject object = target.object();
            int here = pool.and(target.condition(), alive(path, object));
            if (writes && object.origin == Origin.CONSTANT || object.room < bytes) continue;
            int inside = inside(target, bytes);
            valid = pool.or(valid, pool.and(here, inside));
            if (pool.isConstant(target.offset())) continue;
            Spread spread = spread(path, target, bytes);
            if (spread.isComplete()) continue;
            int beyond = pool.and(inside, -spread.contains(pool, target.offset()));
            unresolved = pool.or(unresolved, pool.and(here, beyond));
        }
        return new Bad(-valid, unresolved);
    }

    private int inside(Target target, int bytes) {
        int width = addresses.width();
        int extent = target.object().extent;
        int some = pool.ule(pool.bv(bytes, width), extent);
        if (some == TermPool.FALSE) return TermPool.FALSE;
        return pool.and(some, pool.ule(target.offset(), pool.bvSub(extent, pool.bv(bytes, width))));
    }

    /** @param sort of the value; 0 for bits */
    int read(PathState path, int address, int bytes, int sort) {
        Target certain = certain(address, bytes);
        if (certain != null && !memory.isLogged(path.values(), certain.object()))
            return memory.read(path.values(), certain.object(), pool.value(certain.offset()), bytes);
        int result = Values.ABSENT;
        for (Target target : addresses.targets(address)) {
            Spread spread = spread(path, target, bytes);
            if (spread.offsets().isEmpty()) continue;
            int value = memory.read(path.values(), target.object(), target.offset(), bytes, spread);
            result = result == Values.ABSENT ? value : pool.ite(target.condition(), value, result);
        }
        if (result != Values.ABSENT) return result;
        return sort == 0 ? pool.bv(0, bytes * 8) : pool.math().zero(sort);
    }

    /** Whether an object behind the pointer may still hold the free contents it was made with. */
    boolean mayBeFree(int address) {
        for (Target target : addresses.targets(address)) if (target.object().initially == Initially.FREE) return true;
        return false;
    }

    Values write(PathState path, int address, int bytes, int value) {
        Target certain = certain(address, bytes);
        if (certain != null && !memory.isLogged(path.values(), certain.object())) {
            return certain.object().origin == Origin.CONSTANT
                    ? path.values()
                    : memory.write(path.values(), certain.object(), pool.value(certain.offset()), bytes, value);
        }
        var written = new Object() {
            Values values = path.values();
        };
        List<Target> targets = addresses.targets(address);
        for (Target target : targets) {
            MemoryObject object = target.object();
            if (object.origin == Origin.CONSTANT) continue;
            // The access is valid here, so a single target needs no condition.
            int meant = targets.size() == 1 ? TermPool.TRUE : target.condition();
            Spread spread = spread(path, target, bytes);
            if (spread.offsets().isEmpty()) continue;
            if (memory.isKeptApart(written.values, object, spread)) {
                var write = new WriteLog.Entry(meant, target.offset(), bytes, value, spread);
                written.values = memory.keepApart(written.values, object, write);
                continue;
            }
            spread.forEach(pool, target.offset(), (offset, chosen) -> {
                int here = path.guard().decide(pool.and(meant, chosen));
                if (here == TermPool.FALSE) return;
                int old = here == TermPool.TRUE ? value : memory.kept(written.values, object, offset, bytes);
                written.values = memory.write(written.values, object, offset, bytes, pool.ite(here, value, old));
            });
        }
        return written.values;
    }

    /** When the address may be freed: it is null, or the start of a living object of the region. */
    int mayFree(PathState path, int address, Instr.Region region) {
        int nothing = pool.eq(address, pool.bv(0, addresses.width()));
        return pool.or(nothing, startsObject(path, address, region));
    }

    /** When the address is the start of a living object of the region. */
    int startsObject(PathState path, int address, Instr.Region region) {
        int good = TermPool.FALSE;
        for (Target target : addresses.targets(address)) {
            Origin origin = target.object().origin;
            boolean fits = switch (region) {
                case HEAP -> origin == Origin.HEAP;
                case STACK -> origin == Origin.STACK || origin == Origin.THREAD;
            };
            if (!fits) continue;
            int here = pool.and(target.condition(), isStart(target));
            good = pool.or(good, pool.and(here, alive(path, target.object())));
        }
        return good;
    }

    Values free(PathState path, int address) {
        Values values = path.values();
        for (Target target : addresses.targets(address)) {
            MemoryObject object = target.object();
            if (object.alive < 0) continue;
            values = memory.setAlive(values, object, pool.and(alive(path, object), -target.condition()));
        }
        return values;
    }

    /** Objects are copied up to this many bytes, free ones not counted. */
    private static final long MOST_COPIED = 1 << 16;

    /** When everything that the objects hold can be copied. */
    int isCopied(List<Target> from) {
        int all = TermPool.TRUE;
        for (Target target : from) {
            MemoryObject object = target.object();
            if (object.initially == Initially.FREE || object.room <= MOST_COPIED) continue;
            int small = pool.ule(object.extent, pool.bv(MOST_COPIED, addresses.width()));
            all = pool.and(all, pool.or(-target.condition(), small));
        }
        return all;
    }

    /** Copies the bytes of the object that the pointer points to, to the start of another. */
    Values copy(PathState path, List<Target> from, MemoryObject to) {
        Values values = path.values();
        for (Target target : from) {
            MemoryObject object = target.object();
            if (object.origin != Origin.HEAP) continue;
            Values before = memory.settled(path.values(), object);
            for (var piece : memory.pieces(object, MOST_COPIED).entrySet()) {
                long offset = piece.getKey();
                int bytes = (int) Math.min(piece.getValue(), to.room - offset);
                if (bytes <= 0) break;
                int here = pool.and(target.condition(), isCounted(object, offset, bytes));
                if (here == TermPool.FALSE) continue;
                int found = memory.read(before, object, offset, bytes);
                int kept = here == TermPool.TRUE ? found : memory.kept(values, to, offset, bytes);
                values = memory.write(values, to, offset, bytes, pool.ite(here, found, kept));
            }
        }
        return values;
    }

    /** Whether the bytes belong to the object. Free bytes beyond its end need no check: they are as free as any. */
    private int isCounted(MemoryObject object, long offset, int bytes) {
        if (object.initially == Initially.FREE) return TermPool.TRUE;
        return pool.ule(pool.bv(offset + bytes, addresses.width()), object.extent);
    }

    private int alive(PathState path, MemoryObject object) {
        return memory.alive(path.values(), object);
    }

    private int isStart(Target target) {
        return pool.eq(target.offset(), pool.bv(0, addresses.width()));
    }

    /** Whether the access is valid whatever happens: at a constant place of an object that always lives, and may be written if need be. */
    boolean isPlain(int address, int bytes, boolean writes) {
        Target target = certain(address, bytes);
        return target != null && !(writes && target.object().origin == Origin.CONSTANT);
    }

    /** The one place that a constant address means, if it is inside an object that always lives and has a known size. */
    private @Nullable Target certain(int address, int bytes) {
        if (!pool.isConstant(address)) return null;
        List<Target> targets = addresses.targets(address);
        if (targets.size() != 1) return null;
        Target target = targets.getFirst();
        MemoryObject object = target.object();
        if (object.alive >= 0 || !pool.isConstant(object.extent)) return null;
        long last = pool.value(object.extent) - bytes;
        return last >= 0 && Long.compareUnsigned(pool.value(target.offset()), last) <= 0 ? target : null;
    }

    private Spread spread(PathState path, Target target, int bytes) {
        return Spread.of(target, bytes, path.guard(), pool, addresses, memory.shape());
    }
}
