package dev.moirai.witness.html;

import static dev.moirai.witness.report.Markup.escaped;

import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Step;
import dev.moirai.witness.report.Dossier;
import dev.moirai.witness.report.Failing;
import dev.moirai.witness.story.Note;
import dev.moirai.witness.story.Part;
import dev.moirai.witness.story.Story;
import dev.moirai.witness.story.StoryRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * One execution: cause, interleaving and source as plain HTML, and the steps as data for the script, which shows lanes,
 * values and locks at a step.
 */
final class RunSection {
    /** Rows of the table; a longer story is cut in the middle. */
    private static final int MOST_ROWS = 1500;

    /** Lines of a source file that are shown without leaving out those far from every step. */
    private static final int SMALL_FILE = 600;

    private static final int AROUND = 12;

    private final StringBuilder out = new StringBuilder();
    private final Dossier dossier;
    private final Failing failing;
    private final Story story;
    private final int number;
    private final String id;
    private final int ofHowMany;
    /** Of the headings inside: one below what stands above the execution. */
    private final int level;

    private final Map<String, Integer> files = new LinkedHashMap<>();
    private final Map<String, Integer> threads = new LinkedHashMap<>();

    RunSection(Dossier dossier, Failing failing, int number, int ofHowMany) {
        this.level = 2 + (dossier.entries().size() > 1 ? 1 : 0) + (ofHowMany > 1 ? 1 : 0);
        this.dossier = dossier;
        this.failing = failing;
        this.ofHowMany = ofHowMany;
        this.story = dossier.story(failing);
        this.number = number;
        this.id = "run-" + number;
        for (String thread : story.threads()) threads.put(thread, threads.size());
        for (Step step : failing.schedule().steps()) {
            threads.putIfAbsent(step.thread(), threads.size());
            if (step.span().line() > 0) files.putIfAbsent(step.span().file(), files.size());
        }
        for (Violation.Place place : failing.violation().places()) {
            threads.putIfAbsent(place.thread(), threads.size());
            if (place.span().line() > 0) files.putIfAbsent(place.span().file(), files.size());
        }
    }

    String html() {
        Violation violation = failing.violation();
        String name =
                escaped(violation.property().word() + " at " + violation.span().place());
        out.append("<section class=\"run\" id=\"")
                .append(id)
                .append("\" data-level=\"")
                .append(level)
                .append("\" aria-label=\"execution ")
                .append(number + 1)
                .append(": ")
                .append(name)
                .append("\">\n");
        if (ofHowMany > 1) heading(level - 1, "finding", name);
        out.append("<p class=\"what\">")
                .append(escaped(violation.span() + ": " + violation.headline()))
                .append("</p>\n");
        story.cause()
                .ifPresent(cause -> out.append("<p class=\"cause\"><b>How:</b> ")
                        .append(escaped(cause))
                        .append("</p>\n"));
        // The rows say what each thread of a deadlock waits for, and what those of a race are about to do.
        boolean isInRows = Story.standstill(violation).isPresent()
                || violation.property() == Property.DATA_RACE && !story.next().isEmpty();
        if (!violation.clauses().isEmpty() && !isInRows) {
            out.append("<ul class=\"clauses\">\n");
            for (String clause : violation.clauses())
                out.append("<li>").append(escaped(clause)).append("</li>\n");
            out.append("</ul>\n");
        }
        out.append("<div class=\"controls\" hidden></div>\n<div class=\"panes\">\n");
        table();
        out.append("<div class=\"side\">\n<div class=\"now\" hidden></div>\n");
        sources();
        out.append("</div>\n</div>\n<script type=\"application/json\" class=\"data\">")
                .append(RunData.of(failing, story, threads, files))
                .append("</script>\n</section>\n");
        return out.toString();
    }

    private void heading(int at, String look, String words) {
        out.append("<h").append(at).append(" class=\"").append(look).append("\">");
        out.append(words).append("</h").append(at).append(">\n");
    }

    // ---- the interleaving ----------------------------------------------------------------------------------------

    private void table() {
        heading(level, "unseen", "Interleaving");
        out.append("<div class=\"steps\" tabindex=\"0\" role=\"region\" aria-label=\"interleaving of execution ")
                .append(number + 1)
                .append("\"><table>\n"
                        + "<thead><tr><th scope=\"col\">step</th><th scope=\"col\">"
                        + (files.size() > 1 ? "where" : "line") + "</th>");
        threads.forEach((name, column) -> out.append("<th scope=\"col\" id=\"")
                .append(id)
                .append("-t")
                .append(column)
                .append("\" class=\"t")
                .append(column % 8)
                .append("\">")
                .append(escaped(name))
                .append("</th>"));
        out.append("</tr></thead>\n<tbody>\n");
        parts(story.parts());
        for (StoryRow row : story.next()) row(row, "next");
        if (!story.lasso().isEmpty()) {
            remark("from here on, for ever");
            parts(story.lasso());
            failing.schedule().lassoStart().ifPresent(start -> remark("back to step " + (start + 1)));
        }
        // What is about several threads stands below them all.
        boolean ofOne =
                failing.violation().places().size() == 1 && story.lasso().isEmpty();
        int column = ofOne ? threads.getOrDefault(failing.violation().thread(), 0) : 0;
        out.append("<tr class=\"end\"><td></td><td></td>")
                .append("<td></td>".repeat(column))
                .append("<td colspan=\"")
                .append(Math.max(1, threads.size() - column))
                .append("\">\u2717 ")
                .append(escaped(Story.standstill(failing.violation())
                        .orElse(story.names().in(failing.violation()).headline())))
                .append("</td></tr>\n</tbody>\n</table></div>\n");
    }

    private void parts(List<Part> parts) {
        for (int i = 0; i < parts.size(); i++) {
            boolean isCut = parts.size() > MOST_ROWS && i == MOST_ROWS / 2;
            if (isCut) {
                int left = parts.size() - MOST_ROWS;
                remark(left + " more rows");
                i += left - 1;
                continue;
            }
            switch (parts.get(i)) {
                case Part.Shown(var row) -> row(row, "");
                case Part.Left(var first, var last, var words) -> left(first, last, words);
            }
        }
    }

    private void left(int first, int last, String words) {
        out.append("<tr class=\"left\" data-first=\"")
                .append(first)
                .append("\" data-last=\"")
                .append(last);
        out.append("\"><td></td><td></td><td colspan=\"")
                .append(Math.max(1, threads.size()))
                .append("\">\u2026 ");
        out.append(escaped(words)).append("</td></tr>\n");
    }

    private void remark(String words) {
        out.append("<tr class=\"left\"><td></td><td></td><td colspan=\"").append(Math.max(1, threads.size()));
        out.append("\">").append(escaped(words)).append("</td></tr>\n");
    }

    private void row(StoryRow row, String sort) {
        int column = threads.getOrDefault(row.thread(), 0);
        out.append("<tr class=\"row ")
                .append(sort)
                .append(" t")
                .append(column % 8)
                .append('"');
        if (row.first() <= row.last()) {
            out.append(" data-first=\"")
                    .append(row.first())
                    .append("\" data-last=\"")
                    .append(row.last())
                    .append('"');
        }
        out.append("><th scope=\"row\">")
                .append(row.number().isEmpty() ? "next" : row.number())
                .append("</th><td>");
        if (row.span().line() > 0) {
            String target = id + "-f" + files.getOrDefault(row.span().file(), 0) + "-"
                    + row.span().line();
            out.append("<a href=\"#")
                    .append(target)
                    .append("\">")
                    .append(files.size() > 1 ? escaped(row.where()) : row.span().line())
                    .append("</a>");
        }
        out.append("</td>");
        for (int i = 0; i < column; i++) out.append("<td></td>");
        // It may run over the columns of other threads, but belongs to its own only.
        out.append("<td class=\"act\" headers=\"")
                .append(id)
                .append("-t")
                .append(column)
                .append("\" colspan=\"")
                .append(Math.max(1, threads.size() - column))
                .append("\"><code>");
        out.append(escaped(row.text())).append("</code>");
        for (Note note : row.notes()) {
            out.append(" <span class=\"note ").append(sort(note)).append("\">");
            out.append(escaped(note.words())).append(note.times() > 1 ? " (" + note.times() + "\u00d7)" : "");
            out.append("</span>");
        }
        out.append("</td></tr>\n");
    }

    private static String sort(Note note) {
        return switch (note.kind()) {
            case SAW -> "saw";
            case SET -> "set";
            case HAPPENED -> "happened";
        };
    }

    // ---- the source ----------------------------------------------------------------------------------------------

    private void sources() {
        if (!files.isEmpty()) heading(level, "unseen", "Source");
        files.forEach((file, place) -> {
            List<String> lines = dossier.texts().apply(file).lines().toList();
            if (lines.isEmpty()) return;
            var used = new TreeSet<Integer>();
            for (Step step : failing.schedule().steps()) {
                if (step.span().file().equals(file)) used.add(step.span().line());
            }
            for (Violation.Place failed : failing.violation().places()) {
                if (failed.span().file().equals(file)) used.add(failed.span().line());
            }
            out.append("<figure class=\"source\" tabindex=\"0\"><figcaption>")
                    .append(escaped(file))
                    .append("</figcaption>\n<pre>");
            int before = 0;
            for (int line : shownLines(lines.size(), used)) {
                if (line > before + 1) out.append("<span class=\"gap\">\u22ef</span>\n");
                boolean isBad = failing.violation().places().stream()
                        .anyMatch(p -> p.span().file().equals(file) && p.span().line() == line);
                out.append("<span class=\"line")
                        .append(used.contains(line) ? " used" : "")
                        .append(isBad ? " bad" : "");
                out.append("\" id=\"")
                        .append(id)
                        .append("-f")
                        .append(place)
                        .append('-')
                        .append(line);
                out.append("\"><i>")
                        .append(line)
                        .append("</i>")
                        .append(escaped(lines.get(line - 1)))
                        .append("</span>\n");
                before = line;
            }
            out.append("</pre></figure>\n");
        });
    }

    private static List<Integer> shownLines(int count, TreeSet<Integer> used) {
        var shown = new ArrayList<Integer>();
        for (int line = 1; line <= count; line++) {
            Integer near = used.ceiling(line - AROUND);
            if (count <= SMALL_FILE || near != null && near <= line + AROUND) shown.add(line);
        }
        return shown;
    }
}
