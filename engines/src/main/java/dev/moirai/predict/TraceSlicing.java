package dev.moirai.predict;

/** What is left out before a formula is made. */
public enum TraceSlicing {
    /** Steps and values that cannot matter to what is asked. */
    BY_CLAIM,
    /** Only values that no step depends on. For comparison. */
    NONE
}
