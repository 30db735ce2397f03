package dev.moirai.schedule;

import dev.moirai.source.SourceSpan;
import java.util.List;

/**
 * A visible instruction of one thread and the invisible ones that follow it. {@code choices} are the values chosen
 * during the step, in order: inputs, uninitialised bytes, which waiter is woken, whether a time-out fires.
 */
public record Step(
        String thread, SourceSpan span, String text, List<Long> choices, List<Seen> reads, List<Seen> writes) {
    public Step {
        choices = List.copyOf(choices);
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
    }

    /** A memory place as the user would write it, and the value the step read or wrote there. */
    public record Seen(String place, String value) {}
}
