package dev.moirai.verify;

/** Told how far work has come. */
@FunctionalInterface
public interface Progress {
    Progress IGNORED = _ -> {};

    /** @param point in a few words: {@code unwind 2, rounds 3: 12,345 terms} */
    void at(String point);
}
