package dev.moirai.witness.report;

import dev.moirai.property.Verdict;
import dev.moirai.source.SourceSpan;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.story.Story;
import dev.moirai.witness.story.Telling;
import dev.moirai.witness.text.VerdictLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Everything that a report is made from.
 *
 * @param version of Moirai
 * @param command the name of the command: {@code check}
 * @param commandLine what the user typed, to be typed again
 * @param texts the text of a source file; empty if it cannot be read
 */
public record Dossier(
        String version,
        String command,
        String commandLine,
        List<Entry> entries,
        Function<String, String> texts,
        Telling telling) {
    public Dossier {
        entries = List.copyOf(entries);
    }

    /** The violations that an answer reports: one, or of predictions several. */
    public static List<Failing> failings(Answer answer) {
        if (answer.evidence() instanceof Evidence.Predictions(var _, var found)) {
            var all = new ArrayList<Failing>();
            for (var each : found)
                all.add(new Failing(each.violation(), each.witness().get().schedule(), each.instead()));
            return all;
        }
        return answer.verdict() instanceof Verdict.Violated(var violation, var schedule)
                ? List.of(new Failing(violation, schedule, Optional::empty))
                : List.of();
    }

    public Story story(Failing failing) {
        return Story.of(failing.schedule(), failing.violation(), this::line, telling)
                .with(failing.instead().get());
    }

    /** The source line of a place; empty if it is not known. */
    public String line(SourceSpan span) {
        return lineOf(texts.apply(span.file()), span.line());
    }

    private static String lineOf(String text, int number) {
        return number < 1 ? "" : text.lines().skip(number - 1L).findFirst().orElse("");
    }

    /** The verdict about an entry, as in the last line on the screen. */
    public static String verdict(Entry entry) {
        return switch (entry) {
            case Entry.Answered(var answer) -> VerdictLine.words(answer);
            case Entry.Refused(var _, var diagnostics) ->
                "ERROR " + diagnostics.getFirst().span() + ": "
                        + diagnostics.getFirst().message();
            case Entry.GaveUp(var _, var reason) -> "UNKNOWN " + reason.words();
        };
    }
}
