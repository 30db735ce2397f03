package dev.moirai.frontend.boogie;

import java.util.Optional;

/**
 * How a Boogie file is to be read.
 *
 * @param entry the procedure that starts; without it the one marked {@code {:entrypoint}}, or {@code main}
 */
public record BoogieOptions(Optional<String> entry, Switching switching) {
    public static final BoogieOptions DEFAULT = new BoogieOptions(Optional.empty(), Switching.PREEMPTIVE);

    /** Where another thread may go on. */
    public enum Switching {
        /** Before every access to a global. */
        PREEMPTIVE,
        /** Only at {@code yield}, where a thread waits, and where it ends. */
        COOPERATIVE
    }
}
