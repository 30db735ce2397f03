package dev.moirai.symbolic;

import dev.moirai.logic.Operator;
import dev.moirai.logic.TermPool;
import java.util.HashMap;
import java.util.Map;

/**
 * The integers that a bit-vector can be: some integer equal to it modulo two to its width lies between {@code low} and
 * {@code high}, and {@code stride} divides its distance from {@code start}. A stride of zero means that it is {@code
 * start}.
 */
record Progression(long low, long high, long stride, long start) {
    /** Sums and products beyond this are not followed. */
    private static final long FAR = 1L << 61;

    static Progression exactly(long value) {
        return new Progression(value, value, 0, value);
    }

    /** Whether all values lie between {@code least} and {@code most}. */
    boolean isWithin(long least, long most) {
        return low >= least && high <= most;
    }

    /** The progression of the values, taken modulo {@code 1 << width}, that lie between zero and {@code most}. */
    Progression upTo(long most, int width) {
        boolean exact = width == Long.SIZE || isWithin(most - (1L << width) + 1, (1L << width) - 1);
        if (!exact) return new Progression(0, most, powerOfTwo(stride), start);
        return new Progression(Math.max(low, 0), Math.min(high, most), stride, start);
    }

    /** The least member that is at least {@code low}. */
    long first() {
        return stride == 0 ? start : low + Math.floorMod(start - low, stride);
    }

    private static long powerOfTwo(long stride) {
        return stride == 0 ? 1L << 62 : Long.lowestOneBit(stride);
    }

    private Progression plus(Progression other) {
        if (!isWithin(-FAR, FAR) || !other.isWithin(-FAR, FAR)) {
            long common = divisor(powerOfTwo(stride), powerOfTwo(other.stride));
            return new Progression(Long.MIN_VALUE, Long.MAX_VALUE, common, start + other.start);
        }
        return new Progression(low + other.low, high + other.high, divisor(stride, other.stride), start + other.start);
    }

    private Progression times(long factor) {
        if (factor == 0) return exactly(0);
        boolean far = factor == Long.MIN_VALUE
                || Math.multiplyHigh(low, factor) != low * factor >> 63
                || Math.multiplyHigh(high, factor) != high * factor >> 63
                || Math.multiplyHigh(stride, factor) != stride * factor >> 63;
        if (far) return new Progression(Long.MIN_VALUE, Long.MAX_VALUE, powerOfTwo(stride * factor), start * factor);
        long a = low * factor;
        long b = high * factor;
        return new Progression(Math.min(a, b), Math.max(a, b), Math.abs(stride * factor), start * factor);
    }

    private Progression or(Progression other) {
        long common = divisor(divisor(stride, other.stride), Math.abs(start - other.start));
        return new Progression(Math.min(low, other.low), Math.max(high, other.high), common, start);
    }

    private Progression and(long least, long most) {
        return new Progression(Math.max(low, least), Math.min(high, most), stride, start);
    }

    static long divisor(long a, long b) {
        long x = a;
        long y = b;
        while (y != 0) {
            long rest = x % y;
            x = y;
            y = rest;
        }
        return x;
    }

    /** Computes progressions of terms, taking into account what the path's guard says about them. */
    static final class Reader {
        private final TermPool pool;
        private final Facts facts;
        private final boolean looksAtConditions;
        private final Map<Integer, Progression> known = new HashMap<>();

        Reader(TermPool pool, Guard guard) {
            this(pool, Facts.of(pool, guard), true);
        }

        private Reader(TermPool pool, Facts facts, boolean looksAtConditions) {
            this.pool = pool;
            this.facts = facts;
            this.looksAtConditions = looksAtConditions;
        }

        Progression of(int term) {
            Progression before = known.get(term);
            if (before != null) return before;
            Progression found = narrowed(term, ofStructure(term));
            known.put(term, found);
            return found;
        }

        private Progression ofStructure(int term) {
            int width = pool.width(term);
            return switch (pool.op(term)) {
                case BV_CONSTANT -> exactly(signed(pool.value(term), width));
                case ITE -> ofChoice(term);
                case BV_ADD -> near(of(pool.operand(term, 0)).plus(of(pool.operand(term, 1))), width);
                case BV_SUB ->
                    near(
                            of(pool.operand(term, 0))
                                    .plus(of(pool.operand(term, 1)).times(-1)),
                            width);
                case BV_MUL -> ofProduct(of(pool.operand(term, 0)), of(pool.operand(term, 1)), width);
                case ZERO_EXTEND -> unsigned(of(pool.operand(term, 0)), pool.width(pool.operand(term, 0)));
                case SIGN_EXTEND -> signed(of(pool.operand(term, 0)), pool.width(pool.operand(term, 0)));
                case EXTRACT -> pool.low(term) == 0 ? of(pool.operand(term, 0)) : ofBits(term, width);
                case CONCAT -> {
                    int low = pool.operand(term, 1);
                    int shift = pool.width(low);
                    Progression high = of(pool.operand(term, 0));
                    yield shift > 60 || !high.isWithin(-FAR >> shift, FAR >> shift)
                            ? ofBits(term, width)
                            : near(high.times(1L << shift).plus(unsigned(of(low), shift)), width);
                }
                default -> ofBits(term, width);
            };
        }

        private Progression ofChoice(int term) {
            Facts more = looksAtConditions ? facts.and(pool, pool.operand(term, 0)) : facts;
            Progression then =
                    more == facts ? of(pool.operand(term, 1)) : new Reader(pool, more, false).of(pool.operand(term, 1));
            return then.or(of(pool.operand(term, 2)));
        }

        private static Progression ofProduct(Progression left, Progression right, int width) {
            if (left.stride == 0) return near(right.times(left.start), width);
            if (right.stride == 0) return near(left.times(right.start), width);
            return near(new Progression(Long.MIN_VALUE, Long.MAX_VALUE, 1, 0), width);
        }

        /** The progression that follows from the bits known to be zero. */
        private Progression ofBits(int term, int width) {
            long most = pool.upperBound(term);
            if (most == 0) return exactly(0);
            long step = pool.op(term) == Operator.BV_CONSTANT ? 1 : Long.lowestOneBit(most);
            return most < 0 || most > FAR
                    ? near(new Progression(Long.MIN_VALUE, Long.MAX_VALUE, step, 0), width)
                    : new Progression(0, most, step, 0);
        }

        /** If the values are too far away, the signed number is taken. */
        private static Progression near(Progression found, int width) {
            if (found.isWithin(-FAR, FAR)) return found;
            long least = Long.MIN_VALUE >> (64 - width);
            return new Progression(least, ~least, powerOfTwo(found.stride), found.start);
        }

        private static Progression unsigned(Progression found, int width) {
            if (width > 61) return new Progression(Long.MIN_VALUE, Long.MAX_VALUE, 1, 0);
            long most = (1L << width) - 1;
            return found.isWithin(0, most) ? found : new Progression(0, most, modulo(found, width), found.start);
        }

        private static Progression signed(Progression found, int width) {
            long least = Long.MIN_VALUE >> (64 - width);
            return found.isWithin(least, ~least)
                    ? found
                    : new Progression(least, ~least, modulo(found, width), found.start);
        }

        private static long modulo(Progression found, int width) {
            return Math.min(powerOfTwo(found.stride), 1L << Math.min(width, 62));
        }

        private static long signed(long value, int width) {
            return value << (64 - width) >> (64 - width);
        }

        private Progression narrowed(int term, Progression found) {
            Facts.Range range = facts.of(term);
            if (range == null) return found;
            int width = pool.width(term);
            long least = Long.MIN_VALUE >> (64 - width);
            if (found.isWithin(least, ~least)) return found.and(range.low(), range.high());
            return new Progression(range.low(), range.high(), modulo(found, width), found.start);
        }
    }
}
