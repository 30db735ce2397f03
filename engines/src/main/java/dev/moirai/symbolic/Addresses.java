package dev.moirai.symbolic;

import dev.moirai.ir.DataModel;
import dev.moirai.logic.Operator;
import dev.moirai.logic.TermPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The address space, and the way back from an address to the objects it may point to. Every object has a constant
 * address, so pointers are ordinary bit-vectors. Memory keeps terms as they were stored, so an address is nearly always
 * a choice between such constants plus an offset, and its structure tells the few objects it may point to, and when.
 */
final class Addresses {
    /**
     * The least distance between the starts of objects (larger objects are further apart), so that no small offset
     * reaches a neighbour.
     */
    private final long page;

    private final TermPool pool;
    private final int width;
    private final long largestObject;
    private final TreeMap<Long, MemoryObject> objects = new TreeMap<>();
    private final Map<Integer, @Nullable List<Target>> resolved = new HashMap<>();
    private final Set<Integer> anything = new HashSet<>();
    private long next;

    Addresses(TermPool pool, DataModel model) {
        this.pool = pool;
        this.width = model.pointerBytes() * 8;
        this.largestObject = model.largestObject();
        this.page = model == DataModel.LP64 ? 1L << 32 : 1L << 16;
        this.next = model == DataModel.LP64 ? page : 1L << 26;
    }

    int width() {
        return width;
    }

    /** Notes that the variable stands for a computed value, which may be an address. */
    void mayBeAnything(int variable) {
        anything.add(variable);
    }

    /** Whether the value is large enough to be an address. */
    boolean isFarFromNull(long value) {
        return Long.compareUnsigned(value, page) >= 0;
    }

    /** A pointer that was never set: null, or some number that is no object's address. */
    int free(String name) {
        return pool.zext(pool.bvVar(name, bitsBelow()), width);
    }

    /** Numbers of at most this many bits are no addresses. */
    int bitsBelow() {
        return Long.numberOfTrailingZeros(page);
    }

    /** The size of the largest object; allocating more yields null. */
    long mostBytes() {
        return largestObject;
    }

    /** An address for an object of this size, far enough from its neighbours. */
    long reserve(long size) {
        long base = next;
        next += ((size + page / 2) / page + 1) * page;
        if (width == 32 && next >= 1L << 32) throw new TooLarge("objects fill the 32-bit address space");
        return base;
    }

    /**
     * The address {@code count} elements of {@code size} bytes further; one that is too far away belongs to no object.
     */
    int moved(int pointer, int count, long size, Guard guard) {
        int sum = pool.bvAdd(pointer, pool.bvMul(count, pool.bv(size, width)));
        if (size == 0 || count == pool.bv(0, width)) return sum;
        List<Long> constants = constants(count, 64);
        long most = Math.max(1, page / 2 / size);
        if (constants.isEmpty()) {
            // As long as nothing wraps around, the structure of the sum tells which object it belongs to.
            most = width == 64 ? 1L << 31 : Integer.MAX_VALUE / size;
            if (new Progression.Reader(pool, guard).of(count).isWithin(-most, most)) return sum;
        } else {
            if (isWithin(constants, most)) return sum;
            for (Target target : targets(pointer)) most = Math.max(most, (target.object().room + page / 2) / size);
            if (isWithin(constants, most)) return sum;
        }
        int near = pool.and(pool.sle(pool.bv(-most, width), count), pool.sle(count, pool.bv(most, width)));
        return pool.ite(near, sum, pool.bv(page / 2, width));
    }

    private boolean isWithin(List<Long> constants, long most) {
        for (long constant : constants) {
            long value = width == 64 ? constant : (int) constant;
            if (value < -most || value > most) return false;
        }
        return true;
    }

    void add(MemoryObject object) {
        objects.put(object.base, object);
    }

    int pointerTo(MemoryObject object) {
        return pool.bv(object.base, width);
    }

    /**
     * The objects that the address may point into; their conditions exclude each other. Where no condition holds, the
     * address is null or belongs to no object.
     */
    List<Target> targets(int address) {
        List<Target> known = ofStructure(address);
        return known != null ? known : ofPages(address);
    }

    /** The targets that the term's structure tells; null if it does not tell, as with most integers. */
    private @Nullable List<Target> ofStructure(int address) {
        if (resolved.containsKey(address)) return resolved.get(address);
        List<Target> targets = switch (pool.op(address)) {
            case BV_CONSTANT -> ofConstant(pool.value(address));
            case ITE -> ofChoice(address);
            case BV_ADD -> ofSum(address, pool.operand(address, 0), pool.operand(address, 1));
            case BV_SUB -> {
                List<Target> left = ofStructure(pool.operand(address, 0));
                yield left == null || pool.width(address) < width
                        ? null
                        : moved(left, pool.bvNeg(pool.operand(address, 1)));
            }
            // Simplification drops the upper bits where they are zero in all choices.
            case ZERO_EXTEND -> ofStructure(pool.operand(address, 0));
            case EXTRACT -> losesNothing(address) ? ofStructure(pool.operand(address, 0)) : null;
            // A free value is no object's address; a value that other threads wrote may be any.
            case BV_VARIABLE -> anything.contains(address) ? null : List.of();
            default -> null;
        };
        resolved.put(address, targets);
        return targets;
    }

    private boolean losesNothing(int extract) {
        return pool.low(extract) == 0 && next >>> Math.min(63, pool.width(extract)) == 0;
    }

    private List<Target> ofConstant(long address) {
        Map.Entry<Long, MemoryObject> below = objects.floorEntry(address);
        if (below == null) return List.of();
        MemoryObject object = below.getValue();
        long offset = address - object.base;
        return offset > object.room && offset >= page / 2
                ? List.of()
                : List.of(new Target(object, TermPool.TRUE, pool.bv(offset, width)));
    }

    private @Nullable List<Target> ofChoice(int address) {
        int condition = pool.operand(address, 0);
        List<Target> then = ofStructure(pool.operand(address, 1));
        List<Target> otherwise = ofStructure(pool.operand(address, 2));
        if (then == null || otherwise == null) return null;
        var result = new ArrayList<Target>();
        for (Target a : then) {
            Target b = find(otherwise, a.object());
            result.add(
                    b == null
                            ? new Target(a.object(), pool.and(condition, a.condition()), a.offset())
                            : new Target(
                                    a.object(),
                                    pool.ite(condition, a.condition(), b.condition()),
                                    pool.ite(condition, a.offset(), b.offset())));
        }
        for (Target b : otherwise) {
            if (find(then, b.object()) == null) {
                result.add(new Target(b.object(), pool.and(-condition, b.condition()), b.offset()));
            }
        }
        return result;
    }

    /**
     * The targets of an address that was put together from parts (as simplification does with choices between
     * neighbours): its upper bits still choose between pages, and a page belongs to one object.
     */
    private List<Target> ofPages(int address) {
        int whole = pool.zext(address, width);
        int upper = pool.extract(whole, width - 1, Long.numberOfTrailingZeros(page));
        Map<MemoryObject, Integer> conditions = new LinkedHashMap<>();
        if (!choosePages(upper, TermPool.TRUE, conditions)) {
            for (MemoryObject object : objects.values()) {
                int offset = pool.bvSub(whole, pointerTo(object));
                conditions.put(object, pool.ule(offset, pool.bv(object.room, width)));
            }
        }
        var result = new ArrayList<Target>();
        conditions.forEach(
                (object, condition) -> result.add(new Target(object, condition, pool.bvSub(whole, pointerTo(object)))));
        return result;
    }

    private boolean choosePages(int upper, int condition, Map<MemoryObject, Integer> conditions) {
        if (pool.isConstant(upper)) {
            long start = pool.value(upper) * page;
            Map.Entry<Long, MemoryObject> below = objects.floorEntry(start + page - 1);
            if (below != null && start <= below.getValue().base + below.getValue().room) {
                conditions.merge(below.getValue(), condition, (a, b) -> pool.or(a, b));
            }
            return true;
        }
        if (pool.op(upper) != Operator.ITE) return false;
        int test = pool.operand(upper, 0);
        return choosePages(pool.operand(upper, 1), pool.and(condition, test), conditions)
                && choosePages(pool.operand(upper, 2), pool.and(condition, -test), conditions);
    }

    private static @Nullable Target find(List<Target> targets, MemoryObject object) {
        for (Target target : targets) if (target.object() == object) return target;
        return null;
    }

    /** The targets of a sum of a pointer and an offset, in either order. */
    private @Nullable List<Target> ofSum(int sum, int left, int right) {
        if (pool.width(sum) < width) return null;
        List<Target> ofLeft = ofStructure(left);
        if (ofLeft != null && !ofLeft.isEmpty()) return moved(ofLeft, right);
        List<Target> ofRight = ofStructure(right);
        if (ofRight != null && !ofRight.isEmpty()) return moved(ofRight, left);
        return ofLeft == null || ofRight == null ? null : List.of();
    }

    private List<Target> moved(List<Target> targets, int by) {
        if (targets.isEmpty()) return targets;
        var result = new ArrayList<Target>(targets.size());
        for (Target target : targets) {
            result.add(new Target(target.object(), target.condition(), pool.bvAdd(target.offset(), by)));
        }
        return result;
    }

    /** The constants that an offset may be, or empty if it may be anything or there are more than {@code limit}. */
    List<Long> constants(int offset, int limit) {
        if (pool.isConstant(offset)) return List.of(pool.value(offset));
        var found = new java.util.TreeSet<Long>();
        return collect(offset, found, new java.util.HashSet<>(), limit) ? List.copyOf(found) : List.of();
    }

    private boolean collect(int term, java.util.Set<Long> found, java.util.Set<Integer> seen, int limit) {
        if (!seen.add(term)) return true;
        if (pool.isConstant(term)) return found.add(pool.value(term)) && found.size() <= limit || found.size() <= limit;
        return pool.op(term) == Operator.ITE
                && collect(pool.operand(term, 1), found, seen, limit)
                && collect(pool.operand(term, 2), found, seen, limit);
    }

    /** The program exceeds what the engine can represent; the user is told what. */
    static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLarge(String what) {
            super(what);
        }
    }
}
