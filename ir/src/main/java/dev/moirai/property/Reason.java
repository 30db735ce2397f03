package dev.moirai.property;

import java.util.Locale;

/**
 * Why there is no answer, or why the search has stopped at a bounded one.
 *
 * @param words as a part of a sentence: {@code time limit of 8 s reached}
 */
public record Reason(Kind kind, String words) {
    /** What stands in the way, and so what may help. */
    public enum Kind {
        /** The time is up. */
        TIME,
        /** The user has interrupted the work. */
        INTERRUPTED,
        /** The heap or the stack of this process is full. */
        MEMORY,
        /** The limit on the number of states is reached. */
        STATES,
        /** A free choice has too many values to try them one by one. */
        VALUES,
        /** The formula or program that would have to be built is too large. */
        SIZE,
        /** The program does something that the engine does not support. */
        UNSUPPORTED,
        /** The bounds cut off every place that the question is about. */
        NOTHING_REACHED,
        /** Moirai itself has an error. */
        INTERNAL_ERROR,
        /** The search has ended, and has neither found a violation nor ruled one out. */
        UNDECIDED;

        /** The word for it in JSON: {@code nothing-reached}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public static final Reason INTERRUPTED = new Reason(Kind.INTERRUPTED, "interrupted");

    public static Reason undecided(String words) {
        return new Reason(Kind.UNDECIDED, words);
    }

    /** The reason that an error thrown by an engine stands for: memory is full, or Moirai has an error. */
    public static Reason of(Throwable error) {
        return switch (error) {
            case OutOfMemoryError _ -> new Reason(Kind.MEMORY, "out of memory (--memory gives more)");
            case StackOverflowError _ -> new Reason(Kind.MEMORY, "out of stack: the program is nested too deeply");
            default -> new Reason(Kind.INTERNAL_ERROR, "internal error");
        };
    }
}
