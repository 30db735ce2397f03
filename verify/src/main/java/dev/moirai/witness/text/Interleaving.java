package dev.moirai.witness.text;

import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.source.Excerpt;
import dev.moirai.witness.story.Note;
import dev.moirai.witness.story.Part;
import dev.moirai.witness.story.Story;
import dev.moirai.witness.story.StoryRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * An execution to read from top to bottom: a column for each thread, a row for what one thread did on one line before
 * another moved, below it what it saw and what it set.
 *
 * <pre>
 *    #  where         main                    worker
 *    2  counter.c:14  pthread_create(&amp;a, 0, worker, 0);
 *  4-5  counter.c:7   │                       counter++;
 *                     │                         saw counter = 0, set counter = 1
 * </pre>
 *
 * <p>Only one thread moves in a row, so a long line may run over the columns to its right, and goes on below where the
 * margin comes. Guides show which threads have more to do. Many threads stand close together and are numbered; too many for the
 * room are told in one column, by their names.
 */
public final class Interleaving {
    /** The width that the last column should have, and the least that it must have if names would not fit otherwise. */
    private static final int LAST_COLUMN = 38;

    private static final int NARROW_LAST_COLUMN = 28;

    private static final int NARROWEST = 4;

    /** If so many threads leave the last of them less room than this, they are told in one column, by their names. */
    private static final int TOO_NARROW = 18;

    private final int width;
    private final Glyphs glyphs;
    private final Fitting fitting;
    private final Paint paint;

    public Interleaving(int width, Glyphs glyphs, Paint paint) {
        this.width = Math.max(width, 60);
        this.glyphs = glyphs;
        this.fitting = new Fitting(glyphs);
        this.paint = paint;
    }

    /**
     * The execution and what went wrong: in its thread's column or, where there is something to say of several threads or
     * it never ends, below.
     *
     * @param lasso the number of the step, from 0, that comes again and again with all that follow
     */
    public String render(Story story, Violation failure, OptionalInt lasso) {
        Violation violation = story.names().in(failure);
        var out = new StringBuilder();
        Table table = table(story, lasso, out);
        boolean isRace =
                violation.property() == Property.DATA_RACE && !story.next().isEmpty();
        boolean below = lasso.isPresent()
                || isRace
                || violation.places().size() > 1 && violation.clauses().size() > 1;
        // The rows say what each thread of a race is about to do.
        List<String> clauses = isRace ? List.of(violation.headline()) : violation.clauses();
        if (below) clauses(Story.standstill(violation).map(List::of).orElse(clauses), out);
        else table.end(out, violation);
        return out.toString();
    }

    /** An execution in which nothing went wrong. */
    public String render(Story story, OptionalInt lasso) {
        var out = new StringBuilder();
        table(story, lasso, out);
        return out.toString();
    }

    /** The cause in as many lines as it takes; empty if there is none to tell. */
    public String cause(Story story) {
        if (story.cause().isEmpty()) return "";
        var out = new StringBuilder();
        String mark = "how: ";
        for (String part : fitting.wrapped(Excerpt.printable(story.cause().get()), width - 6)) {
            out.append(paint.bold(mark + part)).append('\n');
            mark = "     ";
        }
        return out.toString();
    }

    private void clauses(List<String> clauses, StringBuilder out) {
        out.append('\n');
        String mark = " " + glyphs.cross + " ";
        for (String clause : clauses) {
            for (String part : fitting.wrapped(Excerpt.printable(clause), width - 6)) {
                out.append(paint.alarm(mark + part)).append('\n');
                mark = "     ";
            }
            mark = "   ";
        }
    }

    private Table table(Story story, OptionalInt lasso, StringBuilder out) {
        var table = new Table(story);
        table.header(out);
        parts(story.parts(), table, out);
        for (StoryRow row : story.next()) table.row(out, row);
        if (!story.lasso().isEmpty()) {
            table.remark(out, glyphs.loop + " from here on, for ever");
            parts(story.lasso(), table, out);
            lasso.ifPresent(start -> table.remark(out, glyphs.back + " back to step " + (start + 1)));
        }
        return table;
    }

    private void parts(List<Part> parts, Table table, StringBuilder out) {
        for (Part part : parts) {
            switch (part) {
                case Part.Shown(var row) -> table.row(out, row);
                case Part.Left left -> table.remark(out, glyphs.ellipsis + " " + left.words());
            }
        }
    }

    private String words(Note note) {
        String words = Excerpt.ofMessage(note.words());
        return note.times() == 1 ? words : words + " (" + note.times() + glyphs.times + ")";
    }

    private List<String> notes(StoryRow row) {
        return row.notes().stream().map(this::words).toList();
    }

    private final class Table {
        /** The column of each thread, in the order in which they were started. */
        private final Map<String, Integer> names = new LinkedHashMap<>();
        /** The numbers of a thread's first and last step: in between its guide is drawn. */
        private final Map<String, Integer> firstStep = new HashMap<>();

        private final Map<String, Integer> lastStep = new HashMap<>();

        private final int numberWidth;
        private final int whereWidth;
        private final int stride;
        private final boolean numbered;
        /** The width of a column with the names of threads; 0 if each has a column of its own. */
        private final int nameWidth;

        Table(Story story) {
            int numbers = 1;
            int wheres = 5;
            int longest = 0;
            // A thread of which nothing is shown takes no room.
            Set<String> shown = new HashSet<>();
            for (StoryRow row : rows(story)) shown.add(row.thread());
            for (String thread : story.threads()) if (shown.contains(thread)) names.put(thread, names.size());
            for (StoryRow row : rows(story)) {
                names.putIfAbsent(row.thread(), names.size());
                firstStep.putIfAbsent(row.thread(), row.first());
                lastStep.put(row.thread(), Math.max(row.first(), row.last()));
                numbers = Math.max(numbers, row.number().length());
                wheres = Math.max(wheres, row.where().length());
                longest = Math.max(longest, row.text().length());
                longest = Math.max(longest, String.join(", ", notes(row)).length() + 2);
            }
            numberWidth = numbers;
            whereWidth = Math.min(wheres, width / 4);
            int widestName = 0;
            for (String name : names.keySet()) widestName = Math.max(widestName, name.length());
            boolean crowded = width - gutter(0) - (names.size() - 1) * NARROWEST < TOO_NARROW;
            nameWidth = crowded ? Math.clamp(widestName, "thread".length(), width / 5) : 0;
            int share = share(LAST_COLUMN);
            if (share <= widestName) share = Math.min(widestName + 1, share(NARROW_LAST_COLUMN));
            stride = Math.max(NARROWEST, Math.min(share, Math.max(longest, widestName) + 2));
            numbered = nameWidth == 0 && widestName + 1 > stride;
        }

        private static List<StoryRow> rows(Story story) {
            var rows = new ArrayList<StoryRow>();
            for (List<Part> parts : List.of(story.parts(), story.lasso())) {
                for (Part part : parts) if (part instanceof Part.Shown(var row)) rows.add(row);
            }
            rows.addAll(story.next());
            return rows;
        }

        /** The width of each column but the last. */
        private int share(int lastColumn) {
            return (width - gutter(0) - lastColumn) / Math.max(1, names.size() - 1);
        }

        private int gutter() {
            return gutter(nameWidth);
        }

        private int gutter(int withName) {
            return 1 + numberWidth + 2 + whereWidth + 2 + (withName == 0 ? 0 : withName + 2);
        }

        void header(StringBuilder out) {
            if (numbered) {
                var legend = new ArrayList<String>();
                names.forEach((name, column) -> legend.add("T" + (column + 1) + " " + Excerpt.printable(name)));
                for (String line : fitting.packed(legend, width - 2))
                    out.append(' ').append(line).append('\n');
                out.append('\n');
            }
            var line = new StringBuilder(gutterText("#", "where", "thread"));
            out.append(paint.bold(line.toString()));
            names.forEach((name, column) -> {
                if (nameWidth > 0) return;
                String label = numbered ? "T" + (column + 1) : Excerpt.printable(name);
                padTo(start(column), line, out);
                line.append(label);
                out.append(paint.head(column, label));
            });
            out.append('\n');
            out.append(paint.dim(" " + glyphs.rule.repeat(width - 2))).append('\n');
        }

        void row(StringBuilder out, StoryRow row) {
            int column = column(row.thread());
            String text = Excerpt.printable(row.text().isEmpty() ? "(" + row.thread() + ")" : row.text())
                    .replace('\t', ' ');
            String gutter = gutterText(row.number(), row.where(), row.thread());
            for (String part : fitting.code(text, width - start(column))) {
                line(out, gutter, row.first(), column, part, Paint.PLAIN);
                gutter = "";
            }
            for (String notes : fitting.packed(notes(row), width - start(column) - 2)) {
                line(out, "", row.first(), column, "  " + notes, paint);
            }
        }

        /** Writes a sentence across the whole table. */
        void remark(StringBuilder out, String words) {
            for (String part : fitting.wrapped(words, width - gutter())) {
                out.append(" ".repeat(gutter())).append(paint.dim(part)).append('\n');
            }
        }

        void end(StringBuilder out, Violation violation) {
            int column = column(violation.thread());
            String mark = glyphs.cross + " ";
            for (String clause : lines(violation)) {
                for (String part : fitting.wrapped(Excerpt.ofMessage(clause), width - start(column) - 4)) {
                    out.append(" ".repeat(start(column)))
                            .append(paint.alarm(mark + part))
                            .append('\n');
                    mark = "    ";
                }
                mark = "  ";
            }
        }

        /** The lines of a violation: the headline with the first clause, then each further clause. */
        private List<String> lines(Violation violation) {
            if (violation.clauses().isEmpty()) return List.of(violation.headline());
            var lines = new ArrayList<>(violation.clauses());
            lines.set(0, violation.headline() + ": " + lines.getFirst());
            return lines;
        }

        private int column(String thread) {
            return names.getOrDefault(thread, 0);
        }

        private int start(int column) {
            return gutter() + (nameWidth > 0 ? 0 : column * stride);
        }

        /** A line of text in a column, with the guides of threads that are under way at step {@code now} beside it. */
        private void line(StringBuilder out, String gutter, int now, int column, String text, Paint tint) {
            var line = new StringBuilder(gutter);
            out.append(line);
            guides(line, out, now, 0, column);
            padTo(start(column), line, out);
            line.append(text);
            out.append(tint.dim(text));
            guides(line, out, now, column + 1, names.size());
            out.append('\n');
        }

        private void guides(StringBuilder line, StringBuilder out, int now, int from, int to) {
            if (nameWidth > 0) return;
            for (String name : names.keySet()) {
                int column = column(name);
                boolean underWay = firstStep.getOrDefault(name, now) < now && lastStep.getOrDefault(name, now) > now;
                if (column < from || column >= to || !underWay || line.length() >= start(column)) continue;
                padTo(start(column), line, out);
                line.append(glyphs.guide);
                out.append(paint.guide(column, glyphs.guide));
            }
        }

        private String gutterText(String number, String where, String thread) {
            String line = " " + " ".repeat(numberWidth - number.length()) + number + "  " + shortPlace(where);
            if (nameWidth == 0) return line;
            var named = new StringBuilder(line);
            pad(named, gutter(0));
            return named.append(shortName(Excerpt.printable(thread))).toString();
        }

        /** A thread's name in its room, never without its number. */
        private String shortName(String thread) {
            int number = thread.lastIndexOf('#');
            if (thread.length() <= nameWidth || number < 0) return fitting.cut(thread, nameWidth);
            String end = thread.substring(number);
            return fitting.cut(thread.substring(0, number), nameWidth - end.length()) + end;
        }

        /** The place in as much room as there is: the file's name is shortened, the line number never. */
        private String shortPlace(String where) {
            int colon = where.lastIndexOf(':');
            if (where.length() <= whereWidth || colon < 0) return fitting.cut(where, whereWidth);
            String line = where.substring(colon);
            int room = Math.max(whereWidth - line.length() - glyphs.ellipsis.length(), 1);
            return where.substring(0, Math.min(room, colon)) + glyphs.ellipsis + line;
        }
    }

    /** @param line what stands in the line so far; {@code out} takes the same, with colours */
    private static void padTo(int column, StringBuilder line, StringBuilder out) {
        int before = line.length();
        pad(line, column);
        out.append(line, before, line.length());
    }

    private static void pad(StringBuilder line, int column) {
        if (line.length() < column) line.append(" ".repeat(column - line.length()));
    }
}
