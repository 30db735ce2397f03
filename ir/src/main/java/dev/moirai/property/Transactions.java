package dev.moirai.property;

/** Which stretches of a thread are meant to be atomic. */
public enum Transactions {
    /** From taking a lock with none held to giving the last one back; a condition wait ends it. */
    CRITICAL_SECTIONS,
    /** Every call from a thread's start function. */
    FUNCTIONS,
    /** From {@code MOIRAI_ATOMIC_BEGIN()} to {@code MOIRAI_ATOMIC_END()}. */
    ANNOTATED
}
