package dev.moirai.trace;

import dev.moirai.ir.Instr;
import dev.moirai.ir.Visibility;
import java.util.List;
import java.util.Optional;

/**
 * What one thread did before another could move: its visible instruction, if the step has one, then invisible ones. {@code choices} are
 * the values taken where the program left something open.
 */
public record RecordedStep(int thread, List<TraceEvent> events, List<Long> choices) {
    public RecordedStep {
        events = List.copyOf(events);
        choices = List.copyOf(choices);
    }

    /** The visible event, which other threads can observe; a thread's start has none. */
    public Optional<TraceEvent> visible() {
        return events.isEmpty()
                        || !Visibility.isVisible(events.getFirst().site().instr())
                ? Optional.empty()
                : Optional.of(events.getFirst());
    }

    public Optional<Instr> instr() {
        return visible().map(event -> event.site().instr());
    }
}
