package dev.moirai.cli;

import dev.moirai.property.Verdict;
import dev.moirai.schedule.Schedule;
import dev.moirai.verify.run.TrialSteps;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.Covered;
import dev.moirai.witness.Question;
import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonWriter;
import dev.moirai.witness.story.Story;
import dev.moirai.witness.svcomp.ResultLine;
import dev.moirai.witness.text.AnswerText;
import dev.moirai.witness.text.AttemptTable;
import dev.moirai.witness.text.Figures;
import dev.moirai.witness.text.Interleaving;
import dev.moirai.witness.text.Paint;
import dev.moirai.witness.text.VerdictLine;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Shows replies, as text for readers or as JSON. The last line of the text is the verdict. */
final class Screen {
    /** How many steps of an execution in which nothing went wrong are shown. */
    private static final int MOST_STEPS = 20_000;

    private final PrintStream out;
    private final Output output;
    private final Manner manner;

    Screen(Output output, Manner manner) {
        this.out = output.out();
        this.output = output;
        this.manner = manner;
    }

    void show(Reply reply) {
        if (manner.form() == Manner.Form.JSON) {
            out.print(JsonWriter.write(reply.json()));
            return;
        }
        switch (reply) {
            case Reply.Answered(var answer) -> show(answer);
            case Reply.Certified(var _, var premises) -> {
                out.println(premises + " premises, each confirmed by cvc5");
                out.println("VERDICT: CERTIFICATE VALID");
            }
            case Reply.Uncertified(var _, var premise, var answer) -> {
                out.println("not confirmed (" + answer + "): " + premise);
                out.println("VERDICT: CERTIFICATE INVALID");
            }
            case Reply.Made(var _, var text) -> out.print(text);
            case Reply.GaveUp(var _, var _, var reason, var remarks) -> {
                remarks.forEach(out::println);
                result(new Verdict.Unknown(reason));
                out.println("VERDICT: UNKNOWN " + reason.words());
            }
            case Reply.Refused(var _, var file, var diagnostics) -> {
                out.flush();
                Complaints.print(file, diagnostics, output.err());
            }
            case Reply.Misused(var _, var message, var help) -> {
                output.err().println("moirai: " + message);
                output.err().println("See: " + help);
            }
        }
    }

    /** Shows several replies; as JSON, one object or an array of objects. */
    void showAll(List<Reply> replies) {
        if (manner.form() == Manner.Form.TEXT) replies.forEach(this::show);
        else if (replies.size() == 1) show(replies.getFirst());
        else out.print(JsonWriter.write(Json.array(replies, Reply::json)));
    }

    /** Shows everything about one file. */
    private void show(Answer answer) {
        boolean all = manner.detail() == Manner.Detail.ALL;
        if (all) {
            out.print(new AnswerText(interleaving(), manner.telling()).of(answer));
            answer.covered().filter(Covered::isPart).ifPresent(part -> out.println("covers: " + part.words()));
            if (isSearch(answer.question().kind())) out.println(cost(answer.cost()));
        }
        if (manner.isWithStatistics()) statistics(answer.cost());
        if (all) Advice.after(answer).ifPresent(out::println);
        result(answer.verdict());
        out.println(paint().verdict(answer.verdict(), VerdictLine.of(answer)));
    }

    /** The result in the competition's words, if it was asked for. */
    private void result(Verdict verdict) {
        manner.specification().ifPresent(asked -> out.println(ResultLine.of(verdict, asked)));
    }

    /** Whether the answer comes from a search, whose cost is shown; that of a single run is not. */
    private static boolean isSearch(Question.Kind kind) {
        return switch (kind) {
            case CHECK, PREDICT, LIVELOCK, TERMINATES -> true;
            case RUN, REPLAY, EXPLORE -> false;
        };
    }

    /** Shows an execution in which nothing went wrong: the beginning, if it is longer than anybody reads. */
    void steps(TrialSteps telling) {
        Schedule shown = telling.beginning(MOST_STEPS);
        long left = telling.steps() - MOST_STEPS;
        out.println();
        out.print(interleaving().render(Story.of(shown), shown.lassoStart()));
        if (left > 0) out.printf(Locale.ROOT, "and %,d more steps: --save-schedule FILE writes them all%n", left);
        out.println();
    }

    private Interleaving interleaving() {
        return new Interleaving(output.terminal().columns(), output.terminal().glyphs(out.charset()), paint());
    }

    private Paint paint() {
        return output.terminal().isColoured() ? Paint.COLOUR : Paint.PLAIN;
    }

    /** The cost of an answer in one line: {@code explicit: 1,234 states, 0.3 s}. */
    private static String cost(Cost cost) {
        var parts = new ArrayList<String>();
        cost.statistics().counts().forEach((name, count) -> {
            if (parts.size() < 2) parts.add(Figures.grouped(count) + " " + name);
        });
        parts.add(Figures.hundredths(cost.statistics().seconds()) + " s");
        String origin = cost.origin() == Cost.Origin.REMEMBERED ? " (from the cache)" : "";
        return cost.engine().word() + origin + ": " + String.join(", ", parts);
    }

    private void statistics(Cost cost) {
        var statistics = cost.statistics();
        if (statistics.attempts().isEmpty()) {
            statistics.counts().forEach((name, count) -> out.printf(Locale.ROOT, "%-14s %,15d%n", name, count));
        } else {
            out.print(AttemptTable.of(statistics.attempts()));
        }
        out.printf(Locale.ROOT, "%-14s %15.3f%n", "seconds", statistics.seconds());
    }

    // ---- several files -----------------------------------------------------------------------------------------

    /** Shows the reply for one file of several: one line, at once. With JSON all replies are shown together at the end. */
    void line(Reply reply) {
        if (manner.form() == Manner.Form.JSON) return;
        out.println(
                switch (reply) {
                    case Reply.Answered(var answer) ->
                        answer.question().file() + ": " + VerdictLine.words(answer) + " ("
                                + Figures.tenths(answer.cost().statistics().seconds()) + " s)";
                    case Reply.Certified(var file, var _) -> file + ": CERTIFICATE VALID";
                    case Reply.Uncertified(var file, var _, var _) -> file + ": CERTIFICATE INVALID";
                    case Reply.Made(var _, var text) -> text.stripTrailing();
                    case Reply.GaveUp(var _, var file, var reason, var _) -> file + ": UNKNOWN " + reason.words();
                    case Reply.Refused(var _, var file, var diagnostics) ->
                        file + ": ERROR " + Complaints.inALine(diagnostics);
                    case Reply.Misused(var _, var message, var _) -> "ERROR " + message;
                });
        out.flush();
    }

    void summary(List<Reply> replies) {
        if (manner.form() == Manner.Form.JSON) {
            out.print(JsonWriter.write(Json.array(replies, Reply::json)));
            return;
        }
        var counts = new int[4];
        for (Reply reply : replies) counts[reply.exitCode()]++;
        var parts = new ArrayList<String>();
        if (counts[ExitCode.OK] > 0) parts.add(counts[ExitCode.OK] + " without violation");
        if (counts[ExitCode.VIOLATION] > 0) parts.add(counts[ExitCode.VIOLATION] + " violated");
        if (counts[ExitCode.UNKNOWN] > 0) parts.add(counts[ExitCode.UNKNOWN] + " unknown");
        if (counts[ExitCode.INPUT] > 0) parts.add(counts[ExitCode.INPUT] + " not understood");
        out.println(replies.size() + " files: " + String.join(", ", parts));
    }
}
