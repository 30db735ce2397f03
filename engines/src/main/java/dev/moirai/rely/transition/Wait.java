package dev.moirai.rely.transition;

import dev.moirai.source.SourceSpan;
import java.util.List;

/**
 * That a thread which stands at a place is blocked, if at all, where the rows hold. They may hold of threads that can
 * move, but never fail to hold of one that is blocked for this reason.
 *
 * @param stopsAll whether nobody else moves meanwhile, because the thread is inside an atomic section
 */
public record Wait(Resource resource, List<Row> rows, boolean stopsAll, SourceSpan span) {
    public Wait {
        rows = List.copyOf(rows);
    }

    Wait withRows(List<Row> other) {
        return new Wait(resource, other, stopsAll, span);
    }

    /** False if no state has the rows. */
    boolean isPossible() {
        return rows.stream().noneMatch(Row::isAlwaysFalse);
    }

    public boolean isBirth() {
        return resource instanceof Resource.Birth;
    }
}
