package dev.moirai.interpret;

import java.util.OptionalInt;

/** Says who moves next, and answers what the program leaves open. Used for one run. */
public interface Scheduler extends Chooser {
    /** One of {@code enabled}, which is not empty; nothing where the scheduler wants to stop. */
    OptionalInt next(State state, int[] enabled);

    /** Called when a step has been made. */
    default void stepped(State state) {}
}
