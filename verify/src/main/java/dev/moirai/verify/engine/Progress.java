package dev.moirai.verify.engine;

/** Told how far work has come. */
@FunctionalInterface
public interface Progress {
    Progress IGNORED = _ -> {};

    /** The same, each point with the name of who is at work. */
    default Progress of(String engine) {
        return this == IGNORED ? IGNORED : point -> at(engine + ": " + point);
    }

    /** @param point in a few words: {@code unwind 2, rounds 3: 12,345 terms} */
    void at(String point);
}
