package dev.moirai.property;

import java.util.Locale;

/**
 * Why there is no answer, or none that goes further.
 *
 * @param words as a part of a sentence: {@code time limit of 8 s reached}
 */
public record Reason(Kind kind, String words) {
    /** What stands in the way, and so what may help. */
    public enum Kind {
        /** The time is up. */
        TIME,
        /** The user wants no more of it. */
        INTERRUPTED,
        /** Memory, or the stack, is full. */
        MEMORY,
        /** So many states were allowed. */
        STATES,
        /** A free value has too many values to try them one by one. */
        VALUES,
        /** What would have to be built is too large. */
        SIZE,
        /** Something that the program does has no meaning for an engine. */
        UNSUPPORTED,
        /** The bounds cut off all that was asked about. */
        NOTHING_REACHED,
        /** An error of ours. */
        INTERNAL_ERROR,
        /** It was looked for and neither found nor ruled out. */
        UNDECIDED;

        /** As in JSON: {@code nothing-reached}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public static final Reason INTERRUPTED = new Reason(Kind.INTERRUPTED, "interrupted");

    public static Reason undecided(String words) {
        return new Reason(Kind.UNDECIDED, words);
    }

    /** What the process has run out of, or that the error is ours. */
    public static Reason of(Throwable error) {
        return switch (error) {
            case OutOfMemoryError _ -> new Reason(Kind.MEMORY, "out of memory (--memory gives more)");
            case StackOverflowError _ -> new Reason(Kind.MEMORY, "out of stack: the program is nested too deeply");
            default -> new Reason(Kind.INTERNAL_ERROR, "internal error");
        };
    }
}
