package dev.moirai.property;

import java.util.Locale;

/** What is expected of a scheduler in a run that goes on for ever. */
public enum Fairness {
    /** Who can move again and again moves again and again. */
    STRONG,
    /** Who can move without a break from some moment on moves again and again. */
    WEAK,
    /** Nothing: anybody may be left out for ever. */
    NONE;

    /** As on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
