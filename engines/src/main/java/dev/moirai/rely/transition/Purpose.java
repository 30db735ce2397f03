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
    SAFETY,
    /**
     * Whether some thread can be blocked while none can move. As {@link #SAFETY}; but where a thread may wait, the system
     * says when it does ({@link Wait}), which it must never understate, and threads remember which locks they have taken.
     */
    WAITING;

    /** Whether executions end with the first memory error alone: arithmetic wraps, and what is misused returns an error. */
    boolean isAboutAllRuns() {
        return this != TERMINATION;
    }
}
