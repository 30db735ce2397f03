package dev.moirai.property;

import java.util.Locale;

/** What is expected of a scheduler in a run that goes on for ever. */
public enum Fairness {
    /** A thread that can move infinitely often moves infinitely often. */
    STRONG,
    /** A thread that can always move, from some moment on, moves infinitely often. */
    WEAK,
    /** Nothing is expected: any thread may be passed over for ever. */
    NONE;

    /** The word for it on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
