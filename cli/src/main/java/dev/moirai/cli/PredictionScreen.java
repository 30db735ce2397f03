package dev.moirai.cli;

import dev.moirai.predict.Predictor;
import dev.moirai.predict.Predictor.Fate;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.trace.Trace;
import dev.moirai.verify.predict.Prediction;
import dev.moirai.verify.predict.Recording;
import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonWriter;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a prediction came to, for people and as JSON. */
final class PredictionScreen {
    private final PrintStream out;
    private final CommonOptions common;
    private final Screen screen;

    PredictionScreen(Output output, CommonOptions common, Screen screen) {
        this.out = output.out();
        this.common = common;
        this.screen = screen;
    }

    int show(Recording.Recorded recorded, Predictor.Options options, Prediction.Answer answer) {
        if (common.isJson()) {
            out.print(JsonWriter.write(json(answer, options)));
            return exitCode(answer);
        }
        if (!common.isQuiet()) {
            recorded.summary()
                    .ifPresent(
                            summary -> out.println(RecordCommand.sentence(summary) + "; the run " + summary.ending()));
            if (recorded.trace().ending() == Trace.Ending.PARTIAL) {
                out.println("the trace breaks off; its first "
                        + recorded.trace().steps().size() + " steps are used");
            }
            stages(answer, options);
            violations(answer.found());
            list("possible, not confirmed (data is ignored):", answer.possible());
            list("UNKNOWN:", answer.open());
            list("found, but not replayed, so not reported as violations:", answer.notReplayed());
            out.printf(
                    Locale.ROOT,
                    "predict: %,d steps, %,d relevant, %.2f s%n",
                    answer.result().steps(),
                    answer.result().relevantSteps(),
                    answer.seconds());
        }
        out.println("VERDICT: " + verdict(answer, options));
        return exitCode(answer);
    }

    private void stages(Prediction.Answer answer, Predictor.Options options) {
        boolean confirming = Prediction.isConfirming(options.model());
        out.printf(
                "%n%-12s %10s %11s %11s %9s %8s %8s%n",
                "",
                "candidates",
                "after locks",
                "after order",
                confirming ? "confirmed" : "possible",
                "refuted",
                "unknown");
        answer.result()
                .stages()
                .forEach((property, stages) -> out.printf(
                        Locale.ROOT,
                        "%-12s %,10d %,11d %,11d %,9d %,8d %,8d%n",
                        property.word(),
                        stages.candidates(),
                        stages.afterLocks(),
                        stages.afterOrder(),
                        stages.count(confirming ? Fate.CONFIRMED : Fate.POSSIBLE),
                        stages.count(Fate.REFUTED) + stages.count(Fate.REFUTED_WITHIN_BOUND),
                        stages.count(Fate.OPEN) + stages.count(Fate.NOT_REPLAYED)));
        if (options.properties().contains(Property.ATOMICITY)) {
            out.printf(
                    Locale.ROOT,
                    "%,d transactions (%s)%n",
                    answer.result().transactions(),
                    options.transactions().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        options.contextBound().ifPresent(bound -> boundNote(answer, bound));
        out.println();
    }

    /** Section 6.3 of the paper: where the bound was not needed to refute, the refutation holds without it. */
    private void boundNote(Prediction.Answer answer, int bound) {
        int within = 0;
        int without = 0;
        for (Predictor.Stages stages : answer.result().stages().values()) {
            within += stages.count(Fate.REFUTED_WITHIN_BOUND);
            without += stages.count(Fate.REFUTED);
        }
        out.println("context bound " + bound + ": " + without + " refuted without needing the bound, " + within
                + " only within it");
    }

    private void violations(List<Prediction.Found> found) {
        for (int i = 0; i < found.size(); i++) {
            Prediction.Found each = found.get(i);
            Violation violation = each.violation();
            String switches = each.switches().isPresent()
                    ? " [" + each.switches().getAsInt() + " context "
                            + (each.switches().getAsInt() == 1 ? "switch" : "switches") + "]"
                    : each.isOfTheRun() ? " [the recorded run itself]" : "";
            out.println((i + 1) + ". " + violation.property().word() + " at " + place(violation) + switches);
            out.println("   " + violation.message());
        }
        if (found.isEmpty()) return;
        out.println();
        out.println(found.size() == 1 ? "How it comes about:" : "How the first comes about:");
        Prediction.Found first = found.getFirst();
        screen.failure(first.violation(), first.witness().get().schedule());
    }

    private void list(String title, List<String> names) {
        if (names.isEmpty()) return;
        out.println(title);
        for (String name : names) out.println("  " + name);
        out.println();
    }

    private static String place(Violation violation) {
        return violation.span().file() + ":" + violation.span().line();
    }

    private static int open(Prediction.Answer answer) {
        return answer.result().stages().values().stream()
                .mapToInt(stages -> stages.count(Fate.OPEN) + stages.count(Fate.NOT_REPLAYED))
                .sum();
    }

    private static String verdict(Prediction.Answer answer, Predictor.Options options) {
        if (!answer.found().isEmpty()) {
            Violation first = answer.found().getFirst().violation();
            int count = answer.found().size();
            return "VIOLATED " + first.property().word() + " at " + place(first) + " (" + count
                    + (count == 1 ? " violation)" : " violations)");
        }
        if (!answer.possible().isEmpty()) {
            return "UNKNOWN " + answer.possible().size() + " possible, not confirmed";
        }
        int open = open(answer);
        if (open > 0) return "UNKNOWN " + open + (open == 1 ? " candidate" : " candidates") + " not decided";
        boolean bounded = answer.result().stages().values().stream()
                .anyMatch(stages -> stages.count(Fate.REFUTED_WITHIN_BOUND) > 0);
        return "HOLDS WITHIN this trace"
                + (bounded ? " and " + options.contextBound().orElse(0) + " context switches" : "");
    }

    private static int exitCode(Prediction.Answer answer) {
        if (!answer.found().isEmpty()) return ExitCode.VIOLATION;
        return answer.possible().isEmpty() && open(answer) == 0 ? ExitCode.OK : ExitCode.UNKNOWN;
    }

    private static String word(int exitCode) {
        return switch (exitCode) {
            case ExitCode.OK -> "holds-within";
            case ExitCode.VIOLATION -> "violated";
            default -> "unknown";
        };
    }

    private static Json json(Prediction.Answer answer, Predictor.Options options) {
        var stages = new Json.Builder();
        for (Map.Entry<Property, Predictor.Stages> entry :
                answer.result().stages().entrySet()) {
            Predictor.Stages each = entry.getValue();
            stages.put(
                    entry.getKey().word(),
                    new Json.Builder()
                            .put("candidates", each.candidates())
                            .put("afterLocks", each.afterLocks())
                            .put("afterOrder", each.afterOrder())
                            .put("confirmed", each.count(Fate.CONFIRMED))
                            .put("possible", each.count(Fate.POSSIBLE))
                            .put("refuted", each.count(Fate.REFUTED))
                            .put("refutedWithinBound", each.count(Fate.REFUTED_WITHIN_BOUND))
                            .put("notReplayed", each.count(Fate.NOT_REPLAYED))
                            .put("unknown", each.count(Fate.OPEN))
                            .build());
        }
        return new Json.Builder()
                .put("file", answer.file())
                .put("model", options.model().name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .put("verdict", word(exitCode(answer)))
                .put("summary", verdict(answer, options))
                .put("stages", stages.build())
                .put("violations", Json.array(answer.found(), PredictionScreen::violation))
                .put("possible", Json.array(answer.possible(), Json::of))
                .put("unknown", Json.array(answer.open(), Json::of))
                .put("notReplayed", Json.array(answer.notReplayed(), Json::of))
                .put(
                        "statistics",
                        new Json.Builder()
                                .put("steps", answer.result().steps())
                                .put("relevantSteps", answer.result().relevantSteps())
                                .put("milliseconds", Math.round(answer.seconds() * 1000))
                                .build())
                .build();
    }

    private static Json violation(Prediction.Found found) {
        Violation violation = found.violation();
        var json = new Json.Builder()
                .put("kind", violation.property().word())
                .put("message", violation.message())
                .put("file", violation.span().file())
                .put("line", violation.span().line())
                .put("function", violation.function())
                .put("thread", violation.thread())
                .put("candidates", found.candidates());
        found.switches().ifPresent(switches -> json.put("contextSwitches", switches));
        return json.build();
    }
}
