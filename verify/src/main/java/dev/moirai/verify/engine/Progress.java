package dev.moirai.verify.engine;

/** Told how far work has come. It has no constants: the ahead-of-time cache keeps no lambdas of interfaces that have some. */
@FunctionalInterface
public interface Progress {
    /** Progress that nobody follows. */
    static Progress ignored() {
        return _ -> {};
    }

    /** The same, each point with the name of who is at work. */
    default Progress of(String engine) {
        return point -> at(engine + ": " + point);
    }

    /** @param point in a few words: {@code unwind 2, rounds 3: 12,345 terms} */
    void at(String point);
}
