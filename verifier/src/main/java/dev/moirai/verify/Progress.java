package dev.moirai.verify;

/** Hears, now and then, how far long work has come. May be told from any thread. */
@FunctionalInterface
public interface Progress {
    Progress NONE = _ -> {};

    /** @param point in words: "1,234,567 states" */
    void at(String point);
}
