package dev.moirai.interpret;

/** Sees what a step does, with names and values as the user would write them. */
public interface Observer {
    /** Ignores everything, which saves the cost of names and printed texts. */
    Observer NONE = new Observer() {};

    /** A visible instruction of the step read this. */
    default void read(String place, String value) {}

    /** A visible instruction of the step wrote this. */
    default void write(String place, String value) {}

    default void printed(String text) {}

    /** Whether {@link #read} and {@link #write} are to be called. Finding names costs time. */
    default boolean watchesAccesses() {
        return false;
    }
}
