package dev.moirai.witness.story;

import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Remark;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * An execution as it is told.
 *
 * @param threads their names, in the order in which they were started
 * @param parts from the first step on, up to where a lasso begins
 * @param lasso what comes again and again; empty for an execution that ends
 * @param next what the threads that are stuck, or race, are about to do
 * @param cause how it came to the failure, in a sentence, if that can be told
 */
public record Story(
        List<String> threads, List<Part> parts, List<Part> lasso, List<StoryRow> next, Optional<String> cause) {
    /** An execution of about so many lines is told as it is. */
    private static final int SHORT = 50;

    /** If what the failure depends on has more parts than this, the last {@link #NEAR} rows of it are shown. */
    private static final int LONG = 60;

    private static final int NEAR = 14;

    /** So many rows in succession are shown rather than left out: a line about them would save little. */
    private static final int FEW = 2;

    public Story {
        threads = List.copyOf(threads);
        parts = List.copyOf(parts);
        lasso = List.copyOf(lasso);
        next = List.copyOf(next);
    }

    /** An execution in which nothing went wrong, step by step. */
    public static Story of(Schedule schedule) {
        List<StoryRow> rows = StoryRow.of(schedule);
        int before = beforeLasso(rows, schedule);
        return new Story(
                threads(schedule, List.of()),
                Rounds.withoutSame(rows.subList(0, before)),
                Rounds.withoutSame(rows.subList(before, rows.size())),
                List.of(),
                Optional.empty());
    }

    /**
     * An execution that ends in a violation.
     *
     * @param lines the source lines of places that no step stands on
     */
    public static Story of(
            Schedule schedule, Violation violation, Function<SourceSpan, String> lines, Telling telling) {
        List<StoryRow> rows = StoryRow.of(schedule);
        var dependence = new Dependence(schedule, violation);
        int before = beforeLasso(rows, schedule);
        List<StoryRow> stem = rows.subList(0, before);
        List<StoryRow> next = schedule.lassoStart().isPresent() ? List.of() : next(schedule, violation, rows, lines);
        boolean whole = telling == Telling.FULL
                || rows.stream().mapToInt(StoryRow::size).sum() <= SHORT;
        return new Story(
                threads(schedule, next),
                whole ? Rounds.withoutSame(stem) : focused(stem, dependence.relevant(), starts(schedule)),
                Rounds.withoutSame(rows.subList(before, rows.size())),
                next,
                new Cause(schedule, violation, dependence).sentence());
    }

    /** How it came to the failure, in a sentence, if that can be told. */
    public static Optional<String> cause(Schedule schedule, Violation violation) {
        return new Cause(schedule, violation, new Dependence(schedule, violation)).sentence();
    }

    /** What a recorded run did where one predicted from it failed, in a sentence, if that can be told. */
    public static Optional<String> instead(Schedule recorded, Schedule predicted, Violation violation) {
        return Instead.of(recorded, predicted, violation);
    }

    /** The same story, with what the recorded run did instead. */
    public Story with(Optional<String> instead) {
        if (instead.isEmpty()) return this;
        String words = "in the recorded run " + instead.get();
        return new Story(
                threads,
                parts,
                lasso,
                next,
                Optional.of(cause.map(how -> how + "; " + words).orElse(words)));
    }

    private static int beforeLasso(List<StoryRow> rows, Schedule schedule) {
        int lasso = schedule.lassoStart().orElse(Integer.MAX_VALUE);
        int before = 0;
        while (before < rows.size() && rows.get(before).first() <= lasso) before++;
        return before;
    }

    /** The threads in the order in which they were started, or else, as far as that is not known, began to move. */
    private static List<String> threads(Schedule schedule, List<StoryRow> next) {
        Set<String> names = new LinkedHashSet<>();
        for (Step step : schedule.steps()) {
            names.add(step.thread());
            for (Remark remark : step.remarks()) {
                if (remark.kind() == Remark.Kind.STARTS) names.add(remark.what());
            }
        }
        Set<String> moving = new LinkedHashSet<>();
        for (Step step : schedule.steps()) moving.add(step.thread());
        for (StoryRow row : next) {
            moving.add(row.thread());
            names.add(row.thread());
        }
        names.retainAll(moving);
        return List.copyOf(names);
    }

    /**
     * What threads are about to do: in a deadlock and in a data race all that have part in it, else the one that fails,
     * unless its last step shows it.
     */
    private static List<StoryRow> next(
            Schedule schedule, Violation violation, List<StoryRow> rows, Function<SourceSpan, String> lines) {
        boolean ofAll = violation.property() == Property.DEADLOCK || violation.property() == Property.DATA_RACE;
        int last = schedule.steps().size();
        var next = new ArrayList<StoryRow>();
        for (Violation.Place at :
                ofAll ? violation.places() : violation.places().subList(0, 1)) {
            boolean isShown = !rows.isEmpty()
                    && violation.property() != Property.DATA_RACE
                    && rows.getLast().thread().equals(at.thread())
                    && rows.getLast().span().line() == at.span().line();
            if (isShown) continue;
            var notes = new ArrayList<Note>();
            if (ofAll && !at.what().isEmpty()) notes.add(Note.happened(at.what()));
            for (Violation.CallPlace call : at.calls()) {
                notes.add(Note.happened(
                        "called by " + call.function() + " (line " + call.span().line() + ")"));
            }
            next.add(new StoryRow(
                    last + 1,
                    last,
                    at.thread(),
                    at.span(),
                    lines.apply(at.span()).strip(),
                    notes));
        }
        return next;
    }

    /**
     * What the failure depends on. Where values hand on values from the start of a long execution, only what is nearest to the
     * failure, and the starts of threads.
     */
    private static List<Part> focused(List<StoryRow> rows, BitSet relevant, BitSet starts) {
        BitSet kept = kept(rows, relevant);
        List<Part> parts = folded(rows, kept);
        return parts.size() <= LONG ? parts : folded(rows, nearest(kept, kept(rows, starts)));
    }

    private static List<Part> folded(List<StoryRow> rows, BitSet kept) {
        var parts = new ArrayList<Part>();
        var shown = new ArrayList<StoryRow>();
        int i = 0;
        while (i < rows.size()) {
            int end = i;
            while (end < rows.size() && !kept.get(end)) end++;
            if (end - i > FEW) {
                parts.addAll(Rounds.withoutAlike(shown));
                shown.clear();
                parts.add(Part.left(rows.subList(i, end)));
            } else {
                for (StoryRow row : rows.subList(i, end)) shown.add(row.withFewNotes());
            }
            if (end < rows.size()) shown.add(rows.get(end).withFewNotes());
            i = end + 1;
        }
        parts.addAll(Rounds.withoutAlike(shown));
        return parts;
    }

    /** The steps that start threads. */
    private static BitSet starts(Schedule schedule) {
        var starts = new BitSet();
        for (int i = 0; i < schedule.steps().size(); i++) {
            for (Remark remark : schedule.steps().get(i).remarks()) {
                if (remark.kind() == Remark.Kind.STARTS) starts.set(i);
            }
        }
        return starts;
    }

    private static BitSet kept(List<StoryRow> rows, BitSet steps) {
        var kept = new BitSet();
        for (int i = 0; i < rows.size(); i++) kept.set(i, isKept(rows.get(i), steps));
        return kept;
    }

    /** The last of the rows, and before them those that start threads. */
    private static BitSet nearest(BitSet kept, BitSet starting) {
        var near = new BitSet();
        int first = kept.length();
        for (int count = 0; count < NEAR && first > 0; count++) {
            first = kept.previousSetBit(first - 1);
            if (first < 0) break;
            near.set(first);
        }
        near.or(starting);
        return near;
    }

    private static boolean isKept(StoryRow row, BitSet relevant) {
        int next = relevant.nextSetBit(row.first() - 1);
        return next >= 0 && next < row.last();
    }
}
