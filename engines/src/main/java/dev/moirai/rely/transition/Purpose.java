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
    WAITING,
    /**
     * Whether the thread library is misused. As {@link #SAFETY}; but misuse leads to the failure, assertions do not, and
     * threads remember which locks they have taken.
     */
    MISUSE,
    /**
     * Whether memory is touched that is not there. As {@link #SAFETY}; but every access that is not certainly good leads to the
     * failure, assertions do not, and of objects it is followed whether they are gone.
     */
    MEMORY;

    /** Whether executions end with the first memory error alone, and arithmetic wraps. */
    boolean isAboutAllRuns() {
        return this != TERMINATION;
    }

    /** What happens after misuse of the thread library. */
    public enum Misuse {
        /** The call returns an error code. */
        RETURNS,
        /** The run ends: another proof is about it, or it is assumed not to happen. */
        ENDS,
        /** That is what the system is asked about. */
        FAILS
    }

    /** What happens after misuse where no proof is about it. */
    Misuse misuse() {
        return switch (this) {
            case TERMINATION -> Misuse.ENDS;
            case SAFETY, WAITING, MEMORY -> Misuse.RETURNS;
            case MISUSE -> Misuse.FAILS;
        };
    }

    /** The same where misuse is ruled out by another proof. */
    Misuse misuseRuledOut() {
        return this == MISUSE ? Misuse.FAILS : Misuse.ENDS;
    }
}
