package dev.moirai.sequentialize;

/**
 * How many rounds, whether the states in which they can end are to be searched for deadlocks, what a bad access to
 * memory does, and which interleavings are meant.
 */
public record LazyOptions(int rounds, DeadlockCheck deadlocks, BadAccess badAccess, Tile tile) {
    public enum BadAccess {
        IS_LOOKED_FOR,
        /** Nobody looks for it: then what others do before it must not be lost. */
        ENDS_THE_RUN
    }

    public enum DeadlockCheck {
        NONE,
        AT_THE_END
    }

    public LazyOptions {
        if (rounds < 1) throw new IllegalArgumentException("at least one round: " + rounds);
    }

    public static LazyOptions rounds(int rounds) {
        return new LazyOptions(rounds, DeadlockCheck.NONE, BadAccess.IS_LOOKED_FOR, Tile.EVERYTHING);
    }

    public LazyOptions withDeadlocks() {
        return new LazyOptions(rounds, DeadlockCheck.AT_THE_END, badAccess, tile);
    }

    public LazyOptions with(BadAccess meaning) {
        return new LazyOptions(rounds, deadlocks, meaning, tile);
    }

    /** The same for a share of the interleavings. */
    public LazyOptions within(Tile share) {
        return new LazyOptions(rounds, deadlocks, badAccess, share);
    }

    public boolean checksDeadlocks() {
        return deadlocks == DeadlockCheck.AT_THE_END;
    }
}
