package dev.moirai.sequentialize;

/** How many rounds, and whether the states in which they can end are to be searched for deadlocks. */
public record LazyOptions(int rounds, DeadlockCheck deadlocks) {
    public enum DeadlockCheck {
        NONE,
        AT_THE_END
    }

    public LazyOptions {
        if (rounds < 1) throw new IllegalArgumentException("at least one round: " + rounds);
    }

    public static LazyOptions rounds(int rounds) {
        return new LazyOptions(rounds, DeadlockCheck.NONE);
    }

    public LazyOptions withDeadlocks() {
        return new LazyOptions(rounds, DeadlockCheck.AT_THE_END);
    }

    public boolean checksDeadlocks() {
        return deadlocks == DeadlockCheck.AT_THE_END;
    }
}
