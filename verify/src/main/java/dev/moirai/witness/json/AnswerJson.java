package dev.moirai.witness.json;

import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.property.Within;
import dev.moirai.schedule.Schedule;
import dev.moirai.source.Diagnostic;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.Covered;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import dev.moirai.witness.story.Story;
import dev.moirai.witness.text.VerdictLine;
import java.util.List;

/** An answer as the object that {@code --json} prints, the same for every command; {@code docs/json.md} describes it. */
public final class AnswerJson {
    /** The name and the version of the shape: that of {@code docs/moirai-answer.schema.json}. */
    public static final String SCHEMA = "moirai-answer-1";

    private AnswerJson() {}

    /** The members with which every object begins. */
    public static Json.Builder begun(String command, String file) {
        var json = new Json.Builder().put("schema", SCHEMA);
        if (!command.isEmpty()) json.put("command", command);
        return file.isEmpty() ? json : json.put("file", file);
    }

    public static Json of(Answer answer) {
        Question question = answer.question();
        var json = begun(question.kind().word(), question.file())
                .put("property", Json.array(question.properties(), property -> Json.of(property.word())))
                .put("verdict", word(answer.verdict()))
                .put("summary", VerdictLine.words(answer));
        verdict(json, answer.verdict());
        evidence(json, answer.evidence());
        answer.covered().ifPresent(covered -> json.put("covers", covers(covered)));
        cost(json, answer.cost());
        return json.build();
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Holds _ -> "holds";
            case Verdict.HoldsWithin _ -> "holds-within";
            case Verdict.Violated _ -> "violated";
            case Verdict.Unsupported _, Verdict.Unknown _ -> "unknown";
        };
    }

    private static void verdict(Json.Builder json, Verdict verdict) {
        switch (verdict) {
            case Verdict.Holds() -> {}
            case Verdict.HoldsWithin(var within) -> within(json, within);
            case Verdict.Unknown unknown ->
                json.put("reason", unknown.words()).put("causes", causes(unknown.reasons()));
            case Verdict.Unsupported unsupported ->
                json.put("reason", unsupported.reason().words())
                        .put("causes", causes(List.of(unsupported.reason())))
                        .put("construct", unsupported.construct())
                        .put("line", unsupported.span().line());
            case Verdict.Violated(var violation, var schedule) -> {
                json.put("violation", ViolationJson.of(violation));
                Story.cause(schedule, violation).ifPresent(cause -> json.put("cause", cause));
                schedule(json, schedule);
                // A violated verdict is only built from an execution that the interpreter has run.
                json.put("replayed", new Json.Bool(true));
            }
        }
    }

    private static Json causes(List<Reason> reasons) {
        return Json.array(
                reasons.stream().map(reason -> reason.kind().word()).distinct().toList(), Json::of);
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

    static void schedule(Json.Builder json, Schedule schedule) {
        json.put("schedule", Json.array(schedule.steps(), ScheduleFile::step));
        schedule.lassoStart().ifPresent(start -> json.put("lassoStart", start));
    }

    private static void evidence(Json.Builder json, Evidence evidence) {
        switch (evidence) {
            // The violation above shows the schedule.
            case Evidence.None _, Evidence.Lasso _ -> {}
            case Evidence.Run run -> run.printed().ifPresent(text -> json.put("output", text));
            case Evidence.Proof proof -> json.put("proof", ProofJson.of(proof));
            case Evidence.Safe proof -> json.put("safety", ProofJson.of(proof));
            case Evidence.Predictions predictions -> json.put("predictions", PredictionsJson.of(predictions));
        }
    }

    private static Json covers(Covered covered) {
        return new Json.Builder()
                .put("files", covered.files())
                .put("functions", covered.functions())
                .put("defined", covered.defined())
                .put("loops", covered.loops())
                .put("started", Json.array(covered.started(), Json::of))
                .put("unreached", Json.array(covered.unreached(), Json::of))
                .build();
    }

    private static void cost(Json.Builder json, Cost cost) {
        json.put("engine", cost.engine().word()).put("statistics", CostJson.of(cost.statistics()));
        if (cost.origin() == Cost.Origin.REMEMBERED) json.put("cached", new Json.Bool(true));
        if (!cost.failures().isEmpty()) json.put("failures", Json.array(cost.failures(), CostJson::of));
    }

    // ---- replies that do not come from an engine ---------------------------------------------------------------

    public static Json gaveUp(String command, String file, Reason reason) {
        return begun(command, file)
                .put("verdict", "unknown")
                .put("summary", "UNKNOWN " + reason.words())
                .put("reason", reason.words())
                .put("causes", causes(List.of(reason)))
                .build();
    }

    public static Json certified(String file, int premises) {
        return begun("verify-certificate", file)
                .put("verdict", "valid")
                .put("summary", "CERTIFICATE VALID")
                .put("certificate", new Json.Builder().put("premises", premises).build())
                .build();
    }

    /** @param answer the solver's answer to the premise, which should have been {@code unsat} */
    public static Json uncertified(String file, String premise, String answer) {
        var doubt = new Json.Builder().put("premise", premise).put("answer", answer);
        return begun("verify-certificate", file)
                .put("verdict", "invalid")
                .put("summary", "CERTIFICATE INVALID")
                .put("certificate", doubt.build())
                .build();
    }

    /** The reply to input that is rejected. */
    public static Json refused(String command, String file, List<Diagnostic> errors) {
        return begun(command, file)
                .put("verdict", "unsupported")
                .put("summary", errors.getFirst().message())
                .put("errors", Json.array(errors, AnswerJson::diagnostic))
                .build();
    }

    /** The reply to a wrong command line. */
    public static Json misused(String command, String message, String hint) {
        var error = new Json.Builder()
                .put("severity", "error")
                .put("message", message)
                .put("hint", hint)
                .build();
        return begun(command, "")
                .put("verdict", "unsupported")
                .put("summary", message)
                .put("errors", new Json.Arr(List.of(error)))
                .build();
    }

    private static Json diagnostic(Diagnostic diagnostic) {
        return new Json.Builder()
                .put("file", diagnostic.span().file())
                .put("line", diagnostic.span().line())
                .put("column", diagnostic.span().column())
                .put("severity", "error")
                .put("message", diagnostic.message())
                .put("hint", diagnostic.hint())
                .build();
    }
}
