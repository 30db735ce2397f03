package dev.moirai.predict;

import dev.moirai.ir.Instr;
import dev.moirai.source.SourceSpan;
import dev.moirai.trace.RecordedStep;
import dev.moirai.trace.TraceEvent;
import java.util.List;
import java.util.Optional;

/**
 * A step of the trace: the {@code number}th of all, the {@code position}th of its thread.
 *
 * @param segment the stretch of its thread between creations and joins, see {@link MustOrder}
 * @param held the critical sections its visible event stands in
 */
record StepNode(int number, int thread, int position, RecordedStep step, int segment, List<CriticalSection> held) {
    /** The visible event of the step, which other threads can observe; a thread's start has none. */
    Optional<TraceEvent> visible() {
        return step.visible();
    }

    Optional<Instr> instr() {
        return step.instr();
    }

    SourceSpan span() {
        return visible().map(event -> event.site().span()).orElse(SourceSpan.NOWHERE);
    }

    String function() {
        return visible().map(event -> event.site().function()).orElse("");
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return number;
    }

    @Override
    public String toString() {
        return thread + ":" + position;
    }
}
