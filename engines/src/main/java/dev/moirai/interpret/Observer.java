package dev.moirai.interpret;

import dev.moirai.schedule.Remark;
import dev.moirai.schedule.Step;
import java.util.List;

/** Sees what a step does, with names and values as the user would write them. */
public interface Observer {
    /** Ignores everything, which saves the cost of names and printed texts. */
    Observer NONE = new Observer() {};

    /** A visible instruction of the step read this. */
    default void read(Step.Seen seen) {}

    /** A visible instruction of the step wrote this. */
    default void write(Step.Seen written) {}

    default void printed(String text) {}

    /** The step has ended the waits of these threads, by number; of none if it was a signal that was lost. */
    default void woke(List<Integer> threads) {}

    /** The wait of this thread is over, because of what {@link #woke} has told before. */
    default void wokenBySomebody(int thread) {}

    /** An object of the thread's own has ended with its activation or with the thread. */
    default void ended(long address, long bytes) {}

    /** Something else has happened that values do not show. */
    default void remark(Remark remark) {}

    /** Whether {@link #read} and {@link #write} are to be called. Finding names costs time. */
    default boolean watchesAccesses() {
        return false;
    }
}
