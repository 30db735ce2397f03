package dev.moirai.symbolic;

import dev.moirai.logic.TermPool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToIntFunction;

/**
 * The offsets in an object at which an access may happen, ascending, and how to choose between them: a few by
 * comparing, many by a binary decision over the bits in which they differ, so that n offsets cost about n choices
 * whatever their width.
 *
 * @param others which further offsets are possible inside the object
 */
record Spread(List<Long> offsets, Others others) {
    enum Others {
        NONE,
        BEYOND_THE_LAST,
        ANYWHERE
    }

    private static final int FEW = 16;
    private static final int WIDE = 64;
    /** The most offsets that are represented; fewer if the object's size is unknown, or if the access crosses cells. */
    private static final int MOST = 1 << 17;

    private static final int MOST_WHERE_UNKNOWN = 1 << 12;
    private static final int MOST_ACROSS = 1 << 9;

    /** Is called for an offset, with the condition under which the access is there. */
    interface Visitor {
        void at(long offset, int condition);
    }

    /** The offsets of an access of this many bytes to the target, on a path with the guard. */
    static Spread of(Target target, int bytes, Guard guard, TermPool pool, Addresses addresses, Shape shape) {
        MemoryObject object = target.object();
        if (object.room < bytes) return new Spread(List.of(), Others.NONE);
        long last = object.room - bytes;
        List<Long> constants = addresses.constants(target.offset(), 64);
        if (!constants.isEmpty()) {
            var inside = new ArrayList<Long>();
            for (long offset : constants) if (Long.compareUnsigned(offset, last) <= 0) inside.add(offset);
            return new Spread(inside, Others.NONE);
        }
        Progression where =
                new Progression.Reader(pool, guard).of(target.offset()).upTo(last, addresses.width());
        boolean known = pool.isConstant(object.extent);
        boolean across = where.stride() % bytes != 0 || where.start() % bytes != 0;
        long count = where.stride() == 0 ? 1 : Math.max(0, where.high() - where.first()) / where.stride() + 1;
        if (across && count > MOST_ACROSS) {
            List<Long> starts = shape.starts(object.type, object.room, bytes, MOST_WHERE_UNKNOWN);
            return new Spread(starts, Others.ANYWHERE);
        }
        int most = known ? MOST : MOST_WHERE_UNKNOWN;
        var offsets = new ArrayList<Long>();
        for (long offset = where.first(); offset <= where.high() && offsets.size() <= most; offset += where.stride()) {
            if (offset >= 0) offsets.add(offset);
            if (where.stride() == 0) break;
        }
        boolean all = offsets.size() <= most;
        return all ? new Spread(offsets, Others.NONE) : new Spread(offsets.subList(0, most), Others.BEYOND_THE_LAST);
    }

    boolean isComplete() {
        return others == Others.NONE;
    }

    /** Whether there are too many offsets to access each of them. */
    boolean isWide() {
        return offsets.size() > WIDE;
    }

    /** A progression that contains all offsets. */
    Progression lane() {
        long first = offsets.getFirst();
        long stride = 0;
        for (long one : offsets) stride = Progression.divisor(stride, one - first);
        return new Progression(first, offsets.getLast(), stride, first);
    }

    /** The condition that the offset is one of these. */
    int contains(TermPool pool, int offset) {
        if (isComplete()) return TermPool.TRUE;
        if (others == Others.BEYOND_THE_LAST) {
            return pool.ule(offset, pool.bv(offsets.getLast(), pool.width(offset)));
        }
        int met = TermPool.FALSE;
        for (long one : offsets) met = pool.or(met, is(pool, offset, one));
        return met;
    }

    /** The value at {@code offset}, which is one of these. */
    int choose(TermPool pool, int offset, LongToIntFunction value) {
        if (offsets.size() > FEW) return choose(pool, offset, 0, offsets.size(), value);
        int result = value.applyAsInt(offsets.getFirst());
        for (long one : offsets.subList(1, offsets.size())) {
            result = pool.ite(is(pool, offset, one), value.applyAsInt(one), result);
        }
        return result;
    }

    private int choose(TermPool pool, int offset, int from, int to, LongToIntFunction value) {
        if (to - from == 1) return value.applyAsInt(offsets.get(from));
        int bit = differingBit(from, to);
        int middle = middle(from, to, bit);
        int low = choose(pool, offset, from, middle, value);
        int high = choose(pool, offset, middle, to, value);
        return pool.ite(isSet(pool, offset, bit), high, low);
    }

    /** Visits each offset with the condition that {@code offset}, which is one of these, equals it. */
    void forEach(TermPool pool, int offset, Visitor visitor) {
        if (offsets.size() > FEW || (isComplete() && offsets.size() == 1))
            forEach(pool, offset, 0, offsets.size(), TermPool.TRUE, visitor);
        else for (long one : offsets) visitor.at(one, is(pool, offset, one));
    }

    private void forEach(TermPool pool, int offset, int from, int to, int condition, Visitor visitor) {
        if (to - from == 1) {
            visitor.at(offsets.get(from), condition);
            return;
        }
        int bit = differingBit(from, to);
        int middle = middle(from, to, bit);
        int set = isSet(pool, offset, bit);
        forEach(pool, offset, from, middle, pool.and(condition, -set), visitor);
        forEach(pool, offset, middle, to, pool.and(condition, set), visitor);
    }

    private int differingBit(int from, int to) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(offsets.get(from) ^ offsets.get(to - 1));
    }

    /** The index of the first offset that has the bit set. */
    private int middle(int from, int to, int bit) {
        int low = from;
        int high = to - 1;
        while (low < high) {
            int at = (low + high) >>> 1;
            if ((offsets.get(at) >>> bit & 1) == 1) high = at;
            else low = at + 1;
        }
        return low;
    }

    private static int isSet(TermPool pool, int offset, int bit) {
        return pool.eq(pool.extract(offset, bit, bit), pool.bv(1, 1));
    }

    private static int is(TermPool pool, int offset, long value) {
        return pool.eq(offset, pool.bv(value, pool.width(offset)));
    }
}
