package dev.moirai.property;

/** Which reorderings of a trace count as feasible (section 7 of the paper). */
public enum CausalModel {
    /** Exactly those that the program can do: branches and values as they follow from what is read. */
    SYMBOLIC,
    /** Those in which every read sees the value it saw in the trace: what can be known without the program's text. */
    MAXIMAL,
    /** All that locks and the other synchronisation allow, whatever the data: may promise what cannot happen. */
    LOCK_ONLY
}
