package dev.moirai.rely.transition;

/** What a local holds on a path. */
sealed interface Value {
    Value OPAQUE = new Opaque();

    record Number(Linear value) implements Value {}

    record Truth(Cond cond) implements Value {}

    /** The address {@code offset} bytes into an object that exists only once. */
    record Address(String object, long offset) implements Value {}

    /** A value about which nothing is known. */
    record Opaque() implements Value {}

    static Value of(long number) {
        return new Number(Linear.of(number));
    }
}
