package dev.moirai.witness.story;

/** How much of an execution is told. */
public enum Telling {
    /** What the failure depends on; of a short execution, everything. */
    FOCUSED,
    /** Every step; only what is repeated without any difference is told once. */
    FULL
}
