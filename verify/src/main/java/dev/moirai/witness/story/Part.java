package dev.moirai.witness.story;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A part of a story: a row, or words about rows that are left out. */
public sealed interface Part {
    record Shown(StoryRow row) implements Part {}

    /** Rows that are left out: steps {@code first} to {@code last}, counted from 1. */
    record Left(int first, int last, String words) implements Part {}

    /** Words for the steps of rows that the failure does not depend on: {@code 24 steps of consumer, 3 of main}. */
    static Left left(List<StoryRow> rows) {
        Map<String, Integer> steps = new LinkedHashMap<>();
        for (StoryRow row : rows) steps.merge(row.thread(), row.last() - row.first() + 1, Integer::sum);
        var words = new ArrayList<String>();
        steps.forEach((thread, count) ->
                words.add(count + (words.isEmpty() ? count == 1 ? " step of " : " steps of " : " of ") + thread));
        return new Left(rows.getFirst().first(), rows.getLast().last(), String.join(", ", words));
    }
}
