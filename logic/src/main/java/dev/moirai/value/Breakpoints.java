package dev.moirai.value;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;

/**
 * Integers that decide a quantifier over a body in which bound variables are only compared with each other and with known points, with
 * constants added (the game of Ehrenfeucht and Fraïssé on linear orders).
 *
 * <p>Let m be the most that such a comparison adds. A comparison tells distances of up to m apart, and which side is greater; all
 * distances beyond are one to it. Let T(0) = m and T(d + 1) = 2 T(d) + 1, so that T(d) = (m + 1) 2^d - 1. A formula with d quantifiers
 * inside each other cannot tell two placings of its free variables apart whose distances agree where they are at most T(d), and are
 * greater in both, in the same direction, where they are not. For d = 0 that was said. For d + 1, let some x be chosen in the first
 * placing. If x is no further than T(d) from a point p, the same distance from its counterpart is chosen in the second: a point that is no
 * further than T(d + 1) from p has the same distance there, any other is further than T(d + 1) - T(d) > T(d) from x in both. Else the
 * neighbours of x are at least 2 T(d) + 2 > T(d + 1) apart, so their counterparts are, and there is room for a place further than T(d) from
 * both.
 *
 * <p>So of the values of a variable with d quantifiers below it, all further than T(d) from every point and between the same two are
 * alike: those up to T(d) + 1 = (m + 1) 2^d from a point decide. We look twice as far.
 */
public final class Breakpoints {
    private final Set<BigInteger> points = new HashSet<>();
    private int moved;

    public void add(long integer) {
        points.add(ValueNames.integer(integer));
    }

    /** The keys of a map. */
    public void addKeys(MapValue map) {
        for (long key : map.keys()) add(key);
    }

    /** Something that the body adds to a bound variable. */
    public void moved(BigInteger by) {
        moved = Math.addExact(moved, by.abs().intValueExact());
    }

    /** @param inner how deeply further quantifiers are nested in the body */
    public long[] near(int inner) {
        int radius = Math.multiplyExact(1 + moved, 2 << inner);
        if (points.isEmpty()) points.add(BigInteger.ZERO);
        var all = new HashSet<BigInteger>();
        for (BigInteger point : points) {
            for (int i = -radius; i <= radius; i++) all.add(point.add(BigInteger.valueOf(i)));
        }
        return all.stream().mapToLong(ValueNames::of).toArray();
    }
}
