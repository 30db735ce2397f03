package dev.moirai.witness.story;

import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * What one thread did on one source line before another thread moved: steps {@code first} to {@code last}, counted from 1,
 * and what they saw and changed. A row without steps ({@code first > last}) shows what a thread is about to do.
 */
public record StoryRow(int first, int last, String thread, SourceSpan span, String text, List<Note> notes) {
    private static final int MOST_NOTES = 8;

    public StoryRow {
        notes = List.copyOf(notes);
    }

    /** The rows of an execution. The start of a thread has no row, as the thread's first row shows it. */
    static List<StoryRow> of(Schedule schedule) {
        List<Step> steps = schedule.steps();
        int lasso = schedule.lassoStart().orElse(-1);
        var rows = new ArrayList<StoryRow>();
        var started = new HashSet<String>();
        int i = 0;
        while (i < steps.size()) {
            int end = i + 1;
            while (end < steps.size() && end != lasso && sameRow(steps.get(i), steps.get(end))) end++;
            Step step = steps.get(i);
            List<Note> notes = Note.of(steps.subList(i, end));
            boolean isStart = started.add(step.thread()) && end == i + 1 && i != lasso;
            if (!notes.isEmpty() || !(isStart || step.text().isBlank())) {
                rows.add(new StoryRow(
                        i + 1, end, step.thread(), step.span(), step.text().strip(), notes));
            }
            i = end;
        }
        return rows;
    }

    /** How many lines it takes to tell, roughly. */
    int size() {
        return 1 + (notes.size() + 1) / 2;
    }

    /** The row with the middle of many notes left out. */
    StoryRow withFewNotes() {
        if (notes.size() <= MOST_NOTES) return this;
        int kept = MOST_NOTES / 2;
        var few = new ArrayList<>(notes.subList(0, kept));
        few.add(Note.happened("and so on (" + (notes.size() - 2 * kept) + " more)"));
        few.addAll(notes.subList(notes.size() - kept, notes.size()));
        return new StoryRow(first, last, thread, span, text, few);
    }

    /** The row with one more note. */
    StoryRow and(Note note) {
        var more = new ArrayList<>(notes);
        more.add(note);
        return new StoryRow(first, last, thread, span, text, more);
    }

    private static boolean sameRow(Step left, Step right) {
        return left.thread().equals(right.thread())
                && left.span().line() == right.span().line()
                && left.span().file().equals(right.span().file())
                && left.text().equals(right.text());
    }

    /** The numbers of the steps; empty for a row that shows what a thread is about to do. */
    public String number() {
        if (first > last) return "";
        return first == last ? Integer.toString(first) : first + "-" + last;
    }

    /** The file without its folders, and the line. */
    public String where() {
        if (span.line() == 0) return "";
        return span.file().substring(span.file().lastIndexOf('/') + 1) + ":" + span.line();
    }

    /** Whether the two rows differ only in the numbers of their steps. */
    boolean looksLike(StoryRow other) {
        return isAtThePlaceOf(other) && notes.equals(other.notes);
    }

    /** Whether the two rows are of one thread at one place, whatever it saw and changed. */
    boolean isAtThePlaceOf(StoryRow other) {
        return thread.equals(other.thread) && span.equals(other.span) && text.equals(other.text);
    }
}
