package dev.moirai.schedule;

import dev.moirai.source.SourceSpan;
import java.util.List;

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
    public record Seen(String place, String value) {}
}
