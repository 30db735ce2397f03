package dev.moirai.witness.text;

import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * What one thread did on one source line before another thread moved: steps {@code first} to {@code last}, counted from 1,
 * and what they saw and changed.
 */
record InterleavingRow(int first, int last, String thread, SourceSpan span, String text, List<String> notes) {
    InterleavingRow {
        notes = List.copyOf(notes);
    }

    /** The rows of an execution. The start of a thread has no row, as the thread's first row shows it. */
    static List<InterleavingRow> of(Schedule schedule, Glyphs glyphs) {
        List<Step> steps = schedule.steps();
        int lasso = schedule.lassoStart().orElse(-1);
        var rows = new ArrayList<InterleavingRow>();
        var started = new HashSet<String>();
        int i = 0;
        while (i < steps.size()) {
            int end = i + 1;
            while (end < steps.size() && end != lasso && sameRow(steps.get(i), steps.get(end))) end++;
            Step step = steps.get(i);
            var notes = notes(steps.subList(i, end), glyphs);
            boolean isStart = started.add(step.thread()) && end == i + 1 && i != lasso;
            if (!notes.isEmpty() || !(isStart || step.text().isBlank())) {
                rows.add(new InterleavingRow(
                        i + 1, end, step.thread(), step.span(), step.text().strip(), notes));
            }
            i = end;
        }
        return rows;
    }

    private static boolean sameRow(Step left, Step right) {
        return left.thread().equals(right.thread())
                && left.span().line() == right.span().line()
                && left.span().file().equals(right.span().file())
                && left.text().equals(right.text());
    }

    /** What the steps saw and changed: {@code saw x = 0}, {@code set x = 1}; immediate repetitions are counted. */
    private static List<String> notes(List<Step> steps, Glyphs glyphs) {
        var notes = new ArrayList<String>();
        var times = new ArrayList<Integer>();
        for (Step step : steps) {
            for (String note : notes(step)) {
                if (notes.isEmpty() || !notes.getLast().equals(note)) {
                    notes.add(note);
                    times.add(1);
                } else {
                    times.set(times.size() - 1, times.getLast() + 1);
                }
            }
        }
        for (int i = 0; i < notes.size(); i++) {
            if (times.get(i) > 1) notes.set(i, notes.get(i) + " (" + times.get(i) + glyphs.times + ")");
        }
        return notes;
    }

    private static List<String> notes(Step step) {
        var notes = new ArrayList<String>();
        for (var seen : step.reads()) if (isUsers(seen)) notes.add("saw " + seen.place() + " = " + seen.value());
        for (var seen : step.writes()) if (isUsers(seen)) notes.add("set " + seen.place() + " = " + seen.value());
        for (long choice : step.choices()) notes.add("chose " + choice);
        return notes;
    }

    /** What the bundled library keeps for itself is not shown. */
    private static boolean isUsers(Step.Seen seen) {
        return !seen.place().startsWith("__moirai_");
    }

    /** The numbers of the steps; empty for a row that is no step but shows where a thread stands at the violation. */
    String number() {
        if (first > last) return "";
        return first == last ? Integer.toString(first) : first + "-" + last;
    }

    /** The file without its folders, and the line. */
    String where() {
        if (span.line() == 0) return "";
        return span.file().substring(span.file().lastIndexOf('/') + 1) + ":" + span.line();
    }

    /** Whether the two rows differ only in the numbers of their steps. */
    boolean looksLike(InterleavingRow other) {
        return thread.equals(other.thread)
                && span.equals(other.span)
                && text.equals(other.text)
                && notes.equals(other.notes);
    }
}
