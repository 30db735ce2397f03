package dev.moirai.interpret;

import java.util.OptionalInt;

/** Decides which thread moves next and makes the choices that the program leaves open. Used for one run. */
public interface Scheduler extends Chooser {
    /** The thread to move: one of {@code enabled}, which is not empty; nothing to stop the run. */
    OptionalInt next(State state, int[] enabled);

    /** Called when a step has been made. */
    default void stepped(State state) {}
}
