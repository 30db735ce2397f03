package dev.moirai.schedule;

import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A visible instruction of one thread and the invisible ones that follow it. {@code choices} are the values chosen
 * during the step, in order: inputs, uninitialised bytes, which waiter is woken, whether a time-out fires.
 *
 * @param remarks what happened besides reading and writing, as far as it is known
 */
public record Step(
        String thread,
        SourceSpan span,
        String text,
        List<Long> choices,
        List<Seen> reads,
        List<Seen> writes,
        List<Remark> remarks) {
    public Step {
        choices = List.copyOf(choices);
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
        remarks = List.copyOf(remarks);
    }

    /** A step without remarks. */
    public Step(String thread, SourceSpan span, String text, List<Long> choices, List<Seen> reads, List<Seen> writes) {
        this(thread, span, text, choices, reads, writes, List.of());
    }

    /** A memory place as the user would write it, and the value the step read or wrote there. */
    public record Seen(String place, String value, Change change) {
        public Seen(String place, String value) {
            this(place, value, Change.VALUE);
        }
    }

    /** What became of a place. The value tells it in words; this is for whoever must know. */
    public enum Change {
        /** It has that value. */
        VALUE,
        /** The step's thread holds the lock from now on. */
        TAKEN,
        /** Nobody holds the lock from now on. */
        RELEASED,
        /** The lock or the like can be used from now on. */
        INITIALISED,
        /** The heap object is no more. */
        FREED;

        /** The word for it in files. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Optional<Change> ofWord(String word) {
            for (Change each : values()) if (each.word().equals(word)) return Optional.of(each);
            return Optional.empty();
        }

        /** Whether it is of a lock or the like, whose changes are no data. */
        public boolean isOfLock() {
            return switch (this) {
                case TAKEN, RELEASED, INITIALISED -> true;
                case VALUE, FREED -> false;
            };
        }
    }
}
