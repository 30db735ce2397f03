package dev.moirai.rely.transition;

/** The question that a transition system is made to answer; it decides what may be assumed about executions. */
public enum Purpose {
    /**
     * Whether threads end. Executions in which signed arithmetic overflows or the thread library is misused are left
     * out, which is stated as an assumption.
     */
    TERMINATION,
    /**
     * Whether an assertion can fail. Nothing is left out before the first memory error, at which the interpreter ends a
     * run as well: signed arithmetic wraps, and misused functions of the thread library return an error code. A failed
     * assertion leads to a location of its own.
     */
    SAFETY
}
