package dev.moirai.witness.html;

import static dev.moirai.witness.report.Markup.escaped;

import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.report.Dossier;
import dev.moirai.witness.report.Entry;
import dev.moirai.witness.report.Failing;
import dev.moirai.witness.text.ProofText;
import dev.moirai.witness.text.SafetyText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The page: what was asked, the verdicts as an index, and each violation step by step. */
public final class HtmlReport {
    /** So many executions are shown step by step; a page with more would load slowly. */
    private static final int MOST_SHOWN = 50;

    private final StringBuilder out = new StringBuilder();
    private final Dossier dossier;
    private int shown;

    private HtmlReport(Dossier dossier) {
        this.dossier = dossier;
    }

    public static String of(Dossier dossier) {
        return new HtmlReport(dossier).page();
    }

    private String page() {
        String title = dossier.entries().size() == 1
                ? dossier.entries().getFirst().file()
                : dossier.entries().size() + " programs";
        out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src"
                        + " 'unsafe-inline'; script-src 'unsafe-inline'\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<title>")
                .append(escaped(title))
                .append(" - Moirai</title>\n<style>\n")
                .append(resource("report.css"))
                .append("</style>\n</head>\n<body>\n<header>\n<p class=\"tool\">moirai ")
                .append(escaped(dossier.command()))
                .append("</p>\n<h1>")
                .append(escaped(title))
                .append("</h1>\n</header>\n<main>\n");
        if (dossier.entries().size() > 1) index();
        for (int i = 0; i < dossier.entries().size(); i++)
            entry(dossier.entries().get(i), i);
        out.append("</main>\n<footer>\n<p>Reproduce: <code class=\"command\">")
                .append(escaped(dossier.commandLine()))
                .append("</code></p>\n<p>Moirai ")
                .append(escaped(dossier.version()))
                .append("</p>\n</footer>\n<script>\n")
                .append(resource("report.js"))
                .append("</script>\n</body>\n</html>\n");
        return out.toString();
    }

    private void index() {
        out.append("<nav aria-label=\"programs\">\n<table class=\"index\">\n<thead><tr><th scope=\"col\">program</th>"
                + "<th scope=\"col\">verdict</th></tr></thead>\n<tbody>\n");
        for (int i = 0; i < dossier.entries().size(); i++) {
            Entry entry = dossier.entries().get(i);
            out.append("<tr><td><a href=\"#entry-")
                    .append(i)
                    .append("\">")
                    .append(escaped(entry.file()))
                    .append("</a></td><td class=\"verdict ")
                    .append(colour(entry))
                    .append("\">")
                    .append(escaped(Dossier.verdict(entry)))
                    .append("</td></tr>\n");
        }
        out.append("</tbody>\n</table>\n</nav>\n");
    }

    private void entry(Entry entry, int number) {
        out.append("<section class=\"entry\" id=\"entry-").append(number).append("\">\n");
        if (dossier.entries().size() > 1)
            out.append("<h2>").append(escaped(entry.file())).append("</h2>\n");
        out.append("<p class=\"verdict ")
                .append(colour(entry))
                .append("\">")
                .append(escaped(Dossier.verdict(entry)))
                .append("</p>\n");
        switch (entry) {
            case Entry.Answered(var answer) -> answer(answer);
            case Entry.Refused(var _, var diagnostics) -> {
                out.append("<ul class=\"errors\">\n");
                diagnostics.stream().limit(MOST_SHOWN).forEach(diagnostic -> {
                    out.append("<li><code>")
                            .append(escaped(diagnostic.span().toString()))
                            .append("</code> ");
                    out.append(escaped(diagnostic.message())).append("</li>\n");
                });
                out.append("</ul>\n");
            }
            case Entry.GaveUp _ -> {}
        }
        out.append("</section>\n");
    }

    private void answer(Answer answer) {
        out.append(String.format(
                Locale.ROOT,
                "<p class=\"cost\">answered by %s in %.2f s</p>%n",
                escaped(answer.cost().engine().word()),
                answer.cost().statistics().seconds()));
        if (answer.evidence() instanceof Evidence.Proof proof) proof(ProofText.of(proof));
        if (answer.evidence() instanceof Evidence.Safe proof) proof(SafetyText.of(proof));
        List<Failing> failings = Dossier.failings(answer);
        if (failings.size() > 1) index(failings);
        for (Failing failing : failings) {
            if (shown == MOST_SHOWN) {
                out.append("<p>further violations are not shown step by step here</p>\n");
                return;
            }
            out.append(new RunSection(dossier, failing, shown++, failings.size()).html());
        }
    }

    /** The findings in one program, of which each has a section of its own below. */
    private void index(List<Failing> failings) {
        out.append("<nav aria-label=\"violations\">\n<ol>\n");
        for (int i = 0; i < failings.size() && shown + i < MOST_SHOWN; i++) {
            Violation violation = failings.get(i).violation();
            out.append("<li><a href=\"#run-")
                    .append(shown + i)
                    .append("\">")
                    .append(escaped(violation.property().word() + " at "
                            + violation.span().place()))
                    .append("</a>: ")
                    .append(escaped(violation.headline()))
                    .append("</li>\n");
        }
        out.append("</ol>\n</nav>\n");
    }

    private void proof(String text) {
        out.append("<pre class=\"proof\">").append(escapedLines(text)).append("</pre>\n");
    }

    private static String escapedLines(String text) {
        var lines = new StringBuilder();
        text.lines().forEach(line -> lines.append(escaped(line)).append('\n'));
        return lines.toString();
    }

    private static String colour(Entry entry) {
        return switch (entry) {
            case Entry.Answered(var answer) ->
                switch (answer.verdict()) {
                    case Verdict.Holds _ -> "good";
                    case Verdict.HoldsWithin _ -> "good within";
                    case Verdict.Violated _ -> "bad";
                    case Verdict.Unsupported _, Verdict.Unknown _ -> "open";
                };
            case Entry.Refused _ -> "bad";
            case Entry.GaveUp _ -> "open";
        };
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(HtmlReport.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
