package dev.moirai.schedule;

import dev.moirai.source.SourceSpan;
import java.util.List;

/**
 * A visible instruction of one thread and the invisible ones that follow it. {@code choices} are the values taken where
 * the step was free to choose, in order: inputs, uninitialised bytes, who is woken, whether a time-out fires.
 */
public record Step(
        String thread, SourceSpan span, String text, List<Long> choices, List<Seen> reads, List<Seen> writes) {
    public Step {
        choices = List.copyOf(choices);
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
    }

    /** A place, as the user would write it, and its value. */
    public record Seen(String place, String value) {}
}
