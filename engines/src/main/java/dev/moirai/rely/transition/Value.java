package dev.moirai.rely.transition;

/** What a local holds on a path. */
sealed interface Value {
    Value OPAQUE = new Opaque();

    record Number(Linear value) implements Value {}

    record Truth(Cond cond) implements Value {}

    /** So many bytes into an object of which there is only one. */
    record Address(String object, long offset) implements Value {}

    /** Anything. */
    record Opaque() implements Value {}

    static Value of(long number) {
        return new Number(Linear.of(number));
    }
}
