package dev.moirai.rely.transition;

/** What a system is made for, and how it goes on after misuse of the thread library. */
record Conduct(Purpose purpose, Purpose.Misuse misuse) {
    static Conduct of(Purpose purpose) {
        return new Conduct(purpose, purpose.misuse());
    }

    /** Whether misuse, as any other error but the first memory error, belongs to the executions. */
    boolean returnsErrors() {
        return misuse == Purpose.Misuse.RETURNS;
    }

    boolean failsAtMisuse() {
        return misuse == Purpose.Misuse.FAILS;
    }

    boolean isAboutAllRuns() {
        return purpose.isAboutAllRuns();
    }

    boolean isAboutMemory() {
        return purpose == Purpose.MEMORY;
    }
}
