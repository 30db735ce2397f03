package dev.moirai.cli;

import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.SourceTexts;
import dev.moirai.witness.Report;
import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonWriter;
import dev.moirai.witness.text.AttemptTable;
import dev.moirai.witness.text.Interleaving;
import dev.moirai.witness.text.Paint;
import dev.moirai.witness.text.VerdictLine;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reports and messages as a person reads them. */
final class Screen {
    private final PrintStream out;
    private final Output output;
    private final CommonOptions options;
    private final Interleaving interleaving;

    Screen(Output output, CommonOptions options) {
        this.out = output.out();
        this.output = output;
        this.options = options;
        boolean colour = output.terminal().isOut() && System.getenv("NO_COLOR") == null;
        this.interleaving = new Interleaving(
                output.terminal().columns(),
                output.terminal().glyphs(out.charset()),
                colour ? Paint.COLOUR : Paint.PLAIN);
    }

    void show(Answer answer) {
        switch (answer) {
            case Answer.Given(var report) -> {
                if (options.isJson()) out.print(JsonWriter.write(answer.json()));
                else show(report, cost(report));
            }
            case Answer.Refused(var file, var diagnostics) ->
                new NoAnswer(output, options.isJson()).refused(file, diagnostics);
        }
    }

    /** Everything about one file; its last line is the verdict. */
    void show(Report report, String howItWent) {
        if (!options.isQuiet()) {
            if (report.verdict() instanceof Verdict.Violated(var violation, var schedule)) failure(violation, schedule);
            if (!howItWent.isEmpty()) out.println(howItWent);
        }
        if (options.wantsStatistics()) statistics(report);
        if (!options.isQuiet()) Advice.after(report).ifPresent(out::println);
        out.println(VerdictLine.of(report.verdict()));
    }

    void steps(Schedule schedule) {
        out.println();
        out.print(interleaving.render(schedule));
        out.println();
    }

    void failure(Violation violation, Schedule schedule) {
        out.println();
        out.println(sentence(violation));
        out.println();
        var sources = new SourceTexts();
        NoAnswer.load(sources, violation.span().file());
        violation.related().stream()
                .map(related -> related.span().file())
                .distinct()
                .forEach(file -> NoAnswer.load(sources, file));
        out.print(interleaving.render(schedule, violation, sources::line));
        out.println();
    }

    /** What went wrong and where; of one with several clauses only the headline, as the rest follows below. */
    private static String sentence(Violation violation) {
        String words = violation.clauses().size() > 1 ? violation.headline() : violation.message();
        String thread = violation.thread().isEmpty() ? "" : " (thread " + violation.thread() + ")";
        return violation.span() + ": " + words + thread;
    }

    /** One file among several: one line. */
    void line(Answer answer) {
        switch (answer) {
            case Answer.Given(var report) -> {
                String verdict = VerdictLine.of(report.verdict()).substring("VERDICT: ".length());
                out.printf(
                        Locale.ROOT,
                        "%s: %s (%.1f s)%n",
                        report.file(),
                        verdict,
                        report.statistics().seconds());
            }
            case Answer.Refused(var file, var diagnostics) -> {
                Diagnostic first = diagnostics.getFirst();
                String more = diagnostics.size() == 1 ? "" : " (and " + (diagnostics.size() - 1) + " more)";
                out.println(file + ": ERROR " + first.span() + ": " + first.message() + more);
            }
        }
        out.flush();
    }

    void summary(List<Answer> answers) {
        if (options.isJson()) {
            out.print(JsonWriter.write(Json.array(answers, Answer::json)));
            return;
        }
        var counts = new int[4];
        for (Answer answer : answers) counts[answer.exitCode()]++;
        var parts = new ArrayList<String>();
        if (counts[ExitCode.OK] > 0) parts.add(counts[ExitCode.OK] + " without violation");
        if (counts[ExitCode.VIOLATION] > 0) parts.add(counts[ExitCode.VIOLATION] + " violated");
        if (counts[ExitCode.UNKNOWN] > 0) parts.add(counts[ExitCode.UNKNOWN] + " unknown");
        if (counts[ExitCode.INPUT] > 0) parts.add(counts[ExitCode.INPUT] + " not understood");
        out.println(answers.size() + " files: " + String.join(", ", parts));
    }

    /** What an answer cost, in a line: {@code explicit: 1,234 states, 0.3 s}. */
    private static String cost(Report report) {
        var parts = new ArrayList<String>();
        report.statistics().counts().forEach((name, count) -> {
            if (parts.size() < 2) parts.add(String.format(Locale.ROOT, "%,d %s", count, name));
        });
        parts.add(String.format(Locale.ROOT, "%.2f s", report.statistics().seconds()));
        return report.engine() + ": " + String.join(", ", parts);
    }

    private void statistics(Report report) {
        var attempts = report.statistics().attempts();
        if (attempts.isEmpty()) {
            report.statistics()
                    .counts()
                    .forEach((name, count) -> out.printf(Locale.ROOT, "%-14s %,15d%n", name, count));
        } else {
            out.print(AttemptTable.of(attempts));
        }
        out.printf(Locale.ROOT, "%-14s %15.3f%n", "seconds", report.statistics().seconds());
    }
}
