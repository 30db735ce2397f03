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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An execution as it is told.
 *
 * @param threads their names, in the order in which they were started
 * @param parts from the first step on, up to where a lasso begins
 * @param lasso what comes again and again; empty for an execution that ends
 * @param next what the threads that are stuck, or race, are about to do
 * @param cause how it came to the failure, in a sentence, if that can be told
 * @param names how objects of the heap are named in it
 */
public record Story(
        List<String> threads,
        List<Part> parts,
        List<Part> lasso,
        List<StoryRow> next,
        Optional<String> cause,
        ShortNames names) {
    /** An execution of about so many lines is told as it is. */
    private static final int SHORT = 24;

    /**
     * If what the failure depends on has more parts than this, only what the cause names and the last {@link #END} rows are
     * shown, or without a cause the last {@link #NEAR} rows.
     */
    private static final int LONG = 36;

    private static final int END = 3;

    private static final int NEAR = 14;

    /** So many rows between those that the cause names are shown with them. */
    private static final int BETWEEN = 12;

    /** As a cause names steps: {@code (step 3)}, {@code (steps 4, 7)}, {@code since step 9}. */
    private static final Pattern NAMED = Pattern.compile("\\bsteps? (\\d+(?:(?:, | to )\\d+)*)");

    /** So many rows in succession are shown rather than left out: a line about them would save little. */
    private static final int FEW = 2;

    private static final int MOST_USES = 4;

    /** So many lines before the first thread are shown rather than left out. */
    private static final int SET_UP = 3;

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
                Optional.empty(),
                ShortNames.NONE);
    }

    /**
     * An execution that ends in a violation.
     *
     * @param lines the source lines of places that no step stands on
     */
    public static Story of(Schedule run, Violation failure, Function<SourceSpan, String> lines, Telling telling) {
        ShortNames names = ShortNames.of(run, failure);
        Schedule schedule = names.in(run);
        Violation violation = names.in(failure);
        List<StoryRow> rows = withWaits(StoryRow.of(schedule), violation);
        var dependence = new Dependence(schedule, violation);
        int before = beforeLasso(rows, schedule);
        List<StoryRow> stem = rows.subList(0, before);
        List<StoryRow> next = schedule.lassoStart().isPresent() ? List.of() : next(schedule, violation, rows, lines);
        Optional<String> cause = new Cause(schedule, violation, dependence).sentence();
        return new Story(
                threads(schedule, next),
                parts(stem, schedule, dependence, cause, telling),
                Rounds.withoutSame(rows.subList(before, rows.size())),
                next,
                cause,
                names);
    }

    private static List<Part> parts(
            List<StoryRow> stem, Schedule schedule, Dependence dependence, Optional<String> cause, Telling telling) {
        if (telling == Telling.FULL) return Rounds.withoutSame(stem);
        BitSet starts = starts(schedule);
        BitSet named = named(cause);
        // What the last of them rests on is told too: where its thread had the value from that it sets.
        if (named.length() > 0 && named.length() <= schedule.steps().size()) {
            List<Integer> uses = dependence.uses(named.length() - 1);
            if (uses.size() <= MOST_USES) uses.forEach(named::set);
        }
        int setUp = setUp(stem, starts, named);
        var parts = new ArrayList<Part>();
        if (setUp > 0) {
            Part.Left left = Part.left(stem.subList(0, setUp));
            parts.add(new Part.Left(left.first(), left.last(), left.words() + " before the first thread"));
        }
        List<StoryRow> rest = stem.subList(setUp, stem.size());
        boolean isShort = rest.stream().mapToInt(StoryRow::size).sum() <= SHORT;
        parts.addAll(isShort ? Rounds.withoutSame(rest) : focused(rest, dependence.relevant(), starts, named));
        return parts;
    }

    /** How many rows before the first thread starts are left out: all, if they are worth it and the cause names none. */
    private static int setUp(List<StoryRow> rows, BitSet starts, BitSet named) {
        int first = starts.nextSetBit(0);
        int count = 0;
        while (count < rows.size() && rows.get(count).last() <= first) count++;
        List<StoryRow> before = rows.subList(0, count);
        boolean isWorthIt = before.stream().mapToInt(StoryRow::size).sum() > SET_UP;
        return isWorthIt && kept(before, named).isEmpty() ? count : 0;
    }

    /** In a deadlock, the row of the last step also says what its thread waits for, if it stands there still. */
    private static List<StoryRow> withWaits(List<StoryRow> rows, Violation violation) {
        if (rows.isEmpty() || violation.property() != Property.DEADLOCK) return rows;
        StoryRow last = rows.getLast();
        for (Violation.Place at : violation.places()) {
            if (!isAt(last, at) || at.what().isEmpty()) continue;
            var all = new ArrayList<>(rows);
            all.set(all.size() - 1, last.and(Note.happened(at.what())));
            return all;
        }
        return rows;
    }

    private static boolean isAt(StoryRow row, Violation.Place place) {
        return row.thread().equals(place.thread())
                && row.span().line() == place.span().line();
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
        String words = "in the recorded run " + names.in(instead.get());
        return new Story(
                threads,
                parts,
                lasso,
                next,
                Optional.of(cause.map(how -> how + "; " + words).orElse(words)),
                names);
    }

    /** Of a deadlock whose rows say what each thread waits for, the rest of it: {@code deadlock: a, b and main wait for ever}. */
    public static Optional<String> standstill(Violation violation) {
        boolean isTold = violation.property() == Property.DEADLOCK
                && violation.places().stream().noneMatch(place -> place.what().isEmpty());
        if (!isTold || violation.places().size() < 2) return Optional.empty();
        var names = new ArrayList<String>();
        for (Violation.Place place : violation.places()) names.add(place.thread());
        String last = names.removeLast();
        return Optional.of(violation.headline() + ": " + String.join(", ", names) + " and " + last + " wait for ever");
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
            boolean isShown = !rows.isEmpty() && violation.property() != Property.DATA_RACE && isAt(rows.getLast(), at);
            if (isShown) continue;
            var notes = new ArrayList<Note>();
            if (ofAll && !at.what().isEmpty()) notes.add(Note.happened(at.what()));
            for (Violation.CallPlace call : at.calls()) {
                notes.add(Note.happened(
                        "called by " + call.function() + " (line " + call.span().line() + ")"));
            }
            next.add(new StoryRow(last + 1, last, at.thread(), at.span(), text(at, rows, lines), notes));
        }
        return next;
    }

    /** The source line of a place, or, where there is no source, what the thread last did there. */
    private static String text(Violation.Place at, List<StoryRow> rows, Function<SourceSpan, String> lines) {
        String line = lines.apply(at.span()).strip();
        if (!line.isEmpty()) return line;
        for (StoryRow row : rows.reversed()) if (isAt(row, at)) return row.text();
        return "";
    }

    /**
     * What the failure depends on. Where values hand on values from the start of a long execution, only what the cause names,
     * what is nearest to the failure, and the starts of threads.
     */
    private static List<Part> focused(List<StoryRow> rows, BitSet relevant, BitSet starts, BitSet named) {
        BitSet telling = kept(rows, named);
        BitSet kept = kept(rows, relevant);
        kept.or(telling);
        kept.or(kept(rows, starts));
        List<Part> parts = folded(rows, kept);
        if (parts.size() <= LONG) return parts;
        BitSet near = last(kept, telling.isEmpty() ? NEAR : END);
        near.or(kept(rows, starts));
        near.or(telling);
        int first = telling.nextSetBit(0);
        BitSet between = telling.isEmpty() ? telling : kept.get(first, telling.length());
        if (between.cardinality() <= BETWEEN) between.stream().forEach(row -> near.set(first + row));
        return folded(rows, near);
    }

    /** The steps that a cause names. */
    private static BitSet named(Optional<String> cause) {
        var named = new BitSet();
        Matcher match = NAMED.matcher(cause.orElse(""));
        while (match.find()) {
            for (String number : match.group(1).split("\\D+")) {
                if (number.length() < 9) named.set(Math.max(0, Integer.parseInt(number) - 1));
            }
        }
        return named;
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

    private static BitSet last(BitSet kept, int most) {
        var last = new BitSet();
        int row = kept.length();
        for (int count = 0; count < most && row > 0; count++) {
            row = kept.previousSetBit(row - 1);
            if (row < 0) break;
            last.set(row);
        }
        return last;
    }

    private static boolean isKept(StoryRow row, BitSet relevant) {
        int next = relevant.nextSetBit(row.first() - 1);
        return next >= 0 && next < row.last();
    }
}
