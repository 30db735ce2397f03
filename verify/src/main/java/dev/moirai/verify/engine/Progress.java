package dev.moirai.verify.engine;

/**
 * Takes messages about how far work has come. It has no constants: the ahead-of-time cache keeps no lambdas of
 * interfaces that have some.
 */
@FunctionalInterface
public interface Progress {
    /** Ignores all messages. */
    static Progress ignored() {
        return _ -> {};
    }

    /** The same, with the name of an engine before each message. */
    default Progress of(String engine) {
        return point -> at(engine + ": " + point);
    }

    /** @param point the message, in a few words: {@code unwind 2, rounds 3: 12,345 terms} */
    void at(String point);
}
