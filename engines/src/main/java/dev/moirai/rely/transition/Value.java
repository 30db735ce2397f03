package dev.moirai.rely.transition;

import java.math.BigInteger;

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

    /** A value about which nothing is known. */
    record Opaque() implements Value {}

    static Value of(long number) {
        return new Number(Linear.of(number));
    }
}
