package dev.moirai.value;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

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

    /**
     * What kind of value a name with a number stands for. Such names are less than all integers that name themselves, and
     * nothing but a bit-vector of 64 bits can be mistaken for one.
     */
    private enum Kind {
        INTEGER,
        REAL,
        MAP,
        VARIANT;

        private static final int NUMBER_BITS = 56;

        long name(int number) {
            return number == 0 ? 0 : Long.MIN_VALUE | (long) ordinal() << NUMBER_BITS | number;
        }

        static long number(long name) {
            return name & (1L << NUMBER_BITS) - 1;
        }

        static Optional<Kind> of(long name) {
            if (isOwn(name)) return Optional.empty();
            long ordinal = (name ^ Long.MIN_VALUE) >>> NUMBER_BITS;
            return ordinal < values().length ? Optional.of(values()[(int) ordinal]) : Optional.empty();
        }
    }

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

        boolean has(long number) {
            synchronized (values) {
                return number > 0 && number < values.size();
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
    private static final Numbered<VariantValue> VARIANTS = new Numbered<>(VariantValue.ZERO);

    private ValueNames() {}

    public static long of(BigInteger integer) {
        return integer.bitLength() <= OWN_BITS ? integer.longValue() : Kind.INTEGER.name(INTEGERS.number(integer));
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
        return isOwn(name) ? BigInteger.valueOf(name) : INTEGERS.value(Kind.number(name));
    }

    public static long of(Rational real) {
        return Kind.REAL.name(REALS.number(real));
    }

    public static Rational real(long name) {
        return REALS.value(Kind.number(name));
    }

    public static long of(MapValue map) {
        return Kind.MAP.name(MAPS.number(map));
    }

    public static MapValue map(long name) {
        return MAPS.value(Kind.number(name));
    }

    /**
     * A variant's value.
     *
     * @param zero the number of the case of the type's zero, which has the name 0 if all its parts have
     */
    public static long ofVariant(int zero, int which, long[] parts) {
        boolean isZero = which == zero;
        for (long part : parts) isZero &= part == 0;
        return isZero ? 0 : of(new VariantValue(which, parts));
    }

    /** The name of a value that is not its type's zero. */
    public static long of(VariantValue variant) {
        return Kind.VARIANT.name(VARIANTS.number(variant));
    }

    /** Empty for the zero of its type. */
    public static Optional<VariantValue> variant(long name) {
        return name == 0 ? Optional.empty() : Optional.of(VARIANTS.value(Kind.number(name)));
    }

    // ---- values outside the process ----------------------------------------------------------------------------

    /** A value that is more than the number its name is. */
    public sealed interface Value {
        record Large(BigInteger integer) implements Value {}

        record Real(Rational real) implements Value {}

        record Table(MapValue map) implements Value {}

        record Made(VariantValue variant) implements Value {}
    }

    /** What the name stands for, if it is not simply a number. */
    public static Optional<Value> value(long name) {
        long number = Kind.number(name);
        return Kind.of(name).flatMap(kind -> switch (kind) {
            case INTEGER -> INTEGERS.has(number) ? Optional.of(new Value.Large(integer(name))) : Optional.empty();
            case REAL -> REALS.has(number) ? Optional.of(new Value.Real(real(name))) : Optional.empty();
            case MAP -> MAPS.has(number) ? Optional.of(new Value.Table(map(name))) : Optional.empty();
            case VARIANT -> VARIANTS.has(number) ? variant(name).map(Value.Made::new) : Optional.empty();
        });
    }

    /** What the name stands for, as a reader would write it. */
    public static String text(long name) {
        return value(name)
                .map(value -> switch (value) {
                    case Value.Large(var integer) -> integer.toString();
                    case Value.Real(var real) -> real.toString();
                    case Value.Table(var map) -> text(map);
                    case Value.Made(var variant) -> text(variant);
                })
                .orElseGet(() -> Long.toString(name));
    }

    private static String text(VariantValue variant) {
        return Arrays.stream(variant.parts())
                .mapToObj(ValueNames::text)
                .collect(Collectors.joining(", ", "#" + variant.which() + "(", ")"));
    }

    private static String text(MapValue map) {
        var out = new StringBuilder("[");
        for (long key : map.keys())
            out.append(text(key)).append(": ").append(text(map.get(key))).append(", ");
        return out.append("else ").append(text(map.otherwise())).append(']').toString();
    }
}
