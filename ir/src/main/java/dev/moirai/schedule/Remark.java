package dev.moirai.schedule;

import java.util.Locale;
import java.util.Optional;

/**
 * Something that happens in a step and that values do not show: what the surroundings of the thread did.
 *
 * @param what the thread, step, result or input that it is about; empty if there is none
 * @param input of a free choice, what was chosen, if it is a number that the program took from outside
 */
public record Remark(Kind kind, String what, Optional<Input> input) {
    /**
     * A number that a program took from outside.
     *
     * @param variable that held it without having been written, as steps name it; empty for what an input function returned
     * @param value as C writes it
     * @param line where it was asked for; 0 if that is not known
     */
    public record Input(Optional<String> variable, String value, int line) {}

    public enum Kind {
        /** The step starts the thread {@code what}. */
        STARTS,
        /** The step ends the wait of the thread {@code what}. */
        WAKES,
        /** A signal that no thread waits for. */
        WAKES_NOBODY,
        /** The thread's wait has ended because of step {@code what}, counted from 1. */
        WOKEN,
        /** The thread's wait has ended for no reason. */
        WOKEN_SPURIOUSLY,
        /** The thread's wait has ended because its time was up. */
        TIMED_OUT,
        /** An operation has failed with the result {@code what}. */
        RETURNED,
        /** There was no memory: {@code what} says who was told, and how. */
        OUT_OF_MEMORY,
        /** A free choice was made: {@code what} says which, and how. */
        CHOSE;

        /** The word for it in files: {@code wakes-nobody}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public static Optional<Kind> ofWord(String word) {
            for (Kind kind : values()) if (kind.word().equals(word)) return Optional.of(kind);
            return Optional.empty();
        }
    }

    public Remark(Kind kind, String what) {
        this(kind, what, Optional.empty());
    }

    public Remark(Kind kind) {
        this(kind, "");
    }

    /** As readers see it. */
    public String words() {
        return switch (kind) {
            case STARTS -> "starts " + what;
            case WAKES -> "wakes " + what;
            case WAKES_NOBODY -> "wakes nobody";
            case WOKEN -> "woken by step " + what;
            case WOKEN_SPURIOUSLY -> "woken spuriously";
            case TIMED_OUT -> "timed out";
            case RETURNED -> "returned " + what;
            case OUT_OF_MEMORY, CHOSE -> what;
        };
    }
}
