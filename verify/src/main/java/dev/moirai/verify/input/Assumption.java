package dev.moirai.verify.input;

import java.util.Optional;

/** What the user may say about the machine and the library that a C program runs on, each with a word of the command line. */
public enum Assumption {
    /** {@code int}, {@code long} and pointers of 32 bits; without it {@code long} and pointers have 64. */
    ILP32("--32"),
    /** {@code malloc} and its kin may return {@code NULL}. */
    MALLOC_MAY_FAIL("--malloc-may-fail"),
    /** Condition waits end only when signalled or timed out. */
    NO_SPURIOUS_WAKEUPS("--no-spurious-wakeups"),
    /** A weak compare-and-exchange fails only where the values differ. */
    NO_SPURIOUS_FAILURES("--no-spurious-failures"),
    /** In Boogie, others run only where a thread yields, waits or ends. */
    COOPERATIVE("--cooperative"),
    /** For native runs: input is really read, and functions that are not modelled are called. */
    REAL_WORLD("--native");

    private final String word;

    Assumption(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    static Optional<Assumption> ofWord(String word) {
        for (Assumption assumption : values()) if (assumption.word.equals(word)) return Optional.of(assumption);
        return Optional.empty();
    }
}
