package dev.moirai.value;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;

/**
 * Integers that decide a quantifier whose body changes its value only near some of them. Where the body compares several bound
 * variables with each other, nearness is a power of two: what quantifiers inside can tell of a distance doubles with each of
 * them (the game of Ehrenfeucht and Fraïssé on linear orders).
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
