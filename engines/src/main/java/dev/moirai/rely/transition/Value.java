package dev.moirai.rely.transition;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a local holds on a path. */
sealed interface Value {
    Value OPAQUE = new Opaque();

    record Number(Linear value) implements Value {}

    record Truth(Cond cond) implements Value {}

    /** The address {@code offset} bytes into an object that exists only once. */
    record Address(String object, long offset) implements Value {}

    /**
     * The address {@code index * size + offset} bytes into an array that exists only once. It may lie outside; to use
     * it there is a memory error, which ends the run.
     */
    record Element(String object, Linear index, long size, long offset) implements Value {
        /** How far into the array, in bytes. */
        Linear bytes() {
            return index.times(BigInteger.valueOf(size)).plus(offset);
        }
    }

    /**
     * The address so many bytes into an object that exists only once, or, unless it is {@code set}, one that leads nowhere.
     * It may lie outside; to use it there is a memory error. Only where memory is asked about.
     *
     * @param part where it must lie: in the object, or in an array that is a member of it
     * @param passed how far into the object it has been on its way: a pointer that leaves its object does not come back
     */
    record Inside(String object, Part part, Linear bytes, List<Linear> passed, Cond set) implements Value {
        /** The bytes of an object from one on to before another. */
        record Part(long from, long to) {}

        public Inside {
            passed = List.copyOf(passed);
        }

        Inside moved(Linear further) {
            var all = new ArrayList<>(passed);
            all.add(bytes);
            return new Inside(object, part, bytes.plus(further), all, set);
        }
    }

    /**
     * What a place holds that holds the address of one object or none: that address, or null or an address at which
     * nothing lies. To use the latter ends the run.
     *
     * @param isSet a number that is positive if it is the address, if that is followed
     * @param otherwise what it is if it is not the address
     */
    record Perhaps(Address address, Optional<Linear> isSet, Otherwise otherwise) implements Value {
        Perhaps moved(long bytes) {
            if (bytes == 0) return this;
            return new Perhaps(new Address(address.object(), address.offset() + bytes), isSet, Otherwise.INVALID);
        }

        /** That it is the address. */
        Cond set() {
            return isSet.map(bit -> Cond.atLeastZero(bit.plus(-1))).orElse(Cond.ANY);
        }
    }

    /** What a pointer is that leads to no object. */
    enum Otherwise {
        NULL,
        INVALID
    }

    /** The address so many bytes behind a number, which is not zero bytes. */
    record Beyond(Linear number, long bytes) implements Value {}

    /** A value about which nothing is known. */
    record Opaque() implements Value {}

    static Value of(long number) {
        return new Number(Linear.of(number));
    }
}
