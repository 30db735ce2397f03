package dev.moirai.rely.transition;

import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * One step of a thread: {@code rows} over its variables {@link Column#NOW} and {@link Column#NEXT}. A variable that is
 * not in {@code written} keeps its value; a written one that no row defines may get any value.
 */
public record Transition(
        String name,
        int thread,
        int source,
        int target,
        List<Row> rows,
        Set<Integer> written,
        SourceSpan span,
        String text) {
    public Transition {
        rows = List.copyOf(rows);
        // Sorted, because the order of Set.copyOf differs from run to run.
        written = Collections.unmodifiableSortedSet(new TreeSet<>(written));
    }

    Transition withRows(List<Row> other, Set<Integer> writes) {
        return new Transition(name, thread, source, target, other, writes, span, text);
    }

    /** The transition with further rows and written variables; {@code mark} is added to its name. */
    public Transition with(List<Row> moreRows, Set<Integer> moreWritten, String mark) {
        var allRows = new ArrayList<>(rows);
        allRows.addAll(moreRows);
        var allWritten = new HashSet<>(written);
        allWritten.addAll(moreWritten);
        return new Transition(name + "-" + mark, thread, source, target, allRows, allWritten, span, text);
    }

    Transition leadingTo(int location) {
        return new Transition(name, thread, source, location, rows, written, span, text);
    }

    /**
     * The rows between any two moments instead of {@link Column#NOW} and {@link Column#NEXT}; freely chosen values
     * belong to the moment {@code choices}.
     */
    public List<Row> rows(TransitionSystem system, int now, int next, int choices) {
        var result = new ArrayList<Row>();
        for (Row row : rows) {
            result.add(row.renamed(column -> {
                int variable = Column.variable(column);
                if (system.variable(variable).role() == Variable.Role.CHOICE) return Column.of(variable, choices);
                return Column.of(variable, Column.moment(column) == Column.NOW ? now : next);
            }));
        }
        return result;
    }
}
