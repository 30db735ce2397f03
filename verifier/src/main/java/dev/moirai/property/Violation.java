package dev.moirai.property;

import dev.moirai.source.SourceSpan;
import java.util.List;

/**
 * What went wrong, where, and in whose hands.
 *
 * @param related where else to look: of a deadlock, where the other threads are stuck
 */
public record Violation(
        Property property, String message, SourceSpan span, String function, String thread, List<Related> related) {
    /** @param what in words that go on from the thread's name: {@code waits for mutex m, held by main} */
    public record Related(SourceSpan span, String function, String thread, String what) {}

    public Violation {
        related = List.copyOf(related);
    }

    public Violation(Property property, String message, SourceSpan span, String function, String thread) {
        this(property, message, span, function, thread, List.of());
    }

    /** Whether it is at this line, or one of the related places is. */
    public boolean isAt(int line) {
        return span.line() == line
                || related.stream().anyMatch(one -> one.span().line() == line);
    }
}
