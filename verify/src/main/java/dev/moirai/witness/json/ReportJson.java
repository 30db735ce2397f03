package dev.moirai.witness.json;

import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.property.Within;
import dev.moirai.schedule.Schedule;
import dev.moirai.source.Diagnostic;
import dev.moirai.witness.Attempt;
import dev.moirai.witness.Failure;
import dev.moirai.witness.Report;
import dev.moirai.witness.Statistics;
import java.util.List;

/** A report as the object that {@code --json} prints; {@code docs/json.md} describes it. */
public final class ReportJson {
    private ReportJson() {}

    public static Json of(Report report) {
        return builder(report).build();
    }

    /** For what a run adds: what the program printed. */
    public static Json of(Report report, String output) {
        return builder(report).put("output", output).build();
    }

    /** For input that never reached an engine. */
    public static Json of(String file, List<Diagnostic> errors) {
        return new Json.Builder()
                .put("file", file)
                .put("verdict", "unsupported")
                .put("errors", Json.array(errors, ReportJson::diagnostic))
                .build();
    }

    private static Json.Builder builder(Report report) {
        var json = new Json.Builder()
                .put("file", report.file())
                .put("property", Json.array(report.properties(), property -> Json.of(property.word())))
                .put("verdict", word(report.verdict()));
        switch (report.verdict()) {
            case Verdict.Holds() -> {}
            case Verdict.HoldsWithin(var within) -> within(json, within);
            case Verdict.Unknown(var reason) -> json.put("reason", reason);
            case Verdict.Unsupported(var construct, var span) ->
                json.put("reason", "unsupported: " + construct + " at " + span.place())
                        .put("construct", construct)
                        .put("line", span.line());
            case Verdict.Violated(var violation, var schedule) -> violated(json, violation, schedule);
        }
        json.put("engine", report.engine())
                .put("replayed", new Json.Bool(report.replay() == Report.Replay.CONFIRMED))
                .put("statistics", statistics(report.statistics()));
        if (!report.failures().isEmpty()) json.put("failures", Json.array(report.failures(), ReportJson::of));
        return json;
    }

    private static void within(Json.Builder json, Within within) {
        json.put("bounds", within.bounds());
        if (!within.unreached().isEmpty()) json.put("unreached", Json.array(within.unreached(), Json::of));
        within.stopped()
                .ifPresent(stopped -> json.put(
                        "stopped",
                        new Json.Builder()
                                .put("reason", stopped.why())
                                .put("unfinished", stopped.unfinished())
                                .build()));
    }

    private static void violated(Json.Builder json, Violation violation, Schedule schedule) {
        json.put("violation", ViolationJson.of(violation))
                .put("schedule", Json.array(schedule.steps(), ScheduleFile::step));
        schedule.lassoStart().ifPresent(start -> json.put("lassoStart", start));
    }

    public static Json of(Failure failure) {
        var json = new Json.Builder().put("engine", failure.engine()).put("error", failure.what());
        failure.file().ifPresent(file -> json.put("file", file));
        return json.build();
    }

    private static Json statistics(Statistics statistics) {
        var json = new Json.Builder().put("seconds", new Json.Real(Math.round(statistics.seconds() * 1000) / 1000.0));
        statistics.counts().forEach((name, count) -> json.put(name.replace(' ', '-'), count));
        if (!statistics.attempts().isEmpty()) {
            json.put("attempts", Json.array(statistics.attempts(), ReportJson::attempt));
        }
        return json.build();
    }

    private static Json attempt(Attempt attempt) {
        var json = new Json.Builder();
        attempt.bounds().forEach((name, bound) -> json.put(name, (long) bound));
        attempt.sizes().forEach(json::put);
        var seconds = new Json.Builder();
        attempt.seconds().forEach((stage, time) -> seconds.put(stage, new Json.Real(Math.round(time * 1000) / 1000.0)));
        return json.put("seconds", seconds.build())
                .put("result", attempt.result())
                .build();
    }

    private static Json diagnostic(Diagnostic diagnostic) {
        return new Json.Builder()
                .put("file", diagnostic.span().file())
                .put("line", diagnostic.span().line())
                .put("column", diagnostic.span().column())
                .put("severity", diagnostic.severity().toString())
                .put("message", diagnostic.message())
                .put("hint", diagnostic.hint())
                .build();
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Holds _ -> "holds";
            case Verdict.HoldsWithin _ -> "holds-within";
            case Verdict.Violated _ -> "violated";
            case Verdict.Unsupported _, Verdict.Unknown _ -> "unknown";
        };
    }
}
