package dev.moirai.value;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives every value of a mathematical type a name of 64 bits, so that memory, registers, schedules' choices and models
 * hold it as they hold a scalar of C. Equal values have equal names: comparing names compares values, maps included. An
 * integer of up to 62 bits is its own name, an element of a named type its number; other values are numbered as they
 * appear. Name 0 is the zero of every type.
 *
 * <p>Names last as long as the process and mean nothing outside it: what is written down is a value's text.
 */
public final class ValueNames {
    /** Integers from {@code -2^61} to {@code 2^61 - 1} are their own names. */
    private static final int OWN_BITS = 61;

    /** Added to the number of a large integer: such names are less than all integers that name themselves. */
    private static final long LARGE = Long.MIN_VALUE;

    /** All values with a number, and the number of each. Rare enough that one lock is no hindrance. */
    private static final class Numbered<V> {
        private final List<V> values = new ArrayList<>();
        private final ConcurrentHashMap<V, Integer> numbers = new ConcurrentHashMap<>();

        Numbered(V zero) {
            number(zero);
        }

        int number(V value) {
            Integer known = numbers.get(value);
            if (known != null) return known;
            synchronized (values) {
                return numbers.computeIfAbsent(value, added -> {
                    values.add(added);
                    return values.size() - 1;
                });
            }
        }

        V value(long number) {
            synchronized (values) {
                return values.get(Math.toIntExact(number));
            }
        }
    }

    private static final Numbered<BigInteger> INTEGERS = new Numbered<>(BigInteger.ZERO);
    private static final Numbered<Rational> REALS = new Numbered<>(Rational.ZERO);
    private static final Numbered<MapValue> MAPS = new Numbered<>(MapValue.everywhere(0));

    private ValueNames() {}

    public static long of(BigInteger integer) {
        return integer.bitLength() <= OWN_BITS ? integer.longValue() : LARGE + INTEGERS.number(integer);
    }

    /** The name of an integer that need not be its own name. */
    public static long ofInteger(long integer) {
        return isOwn(integer) ? integer : of(BigInteger.valueOf(integer));
    }

    /** Whether the number names itself. */
    static boolean isOwn(long integer) {
        return integer >> OWN_BITS == integer >> 63;
    }

    public static BigInteger integer(long name) {
        return isOwn(name) ? BigInteger.valueOf(name) : INTEGERS.value(name - LARGE);
    }

    public static long of(Rational real) {
        return REALS.number(real);
    }

    public static Rational real(long name) {
        return REALS.value(name);
    }

    public static long of(MapValue map) {
        return MAPS.number(map);
    }

    public static MapValue map(long name) {
        return MAPS.value(name);
    }
}
