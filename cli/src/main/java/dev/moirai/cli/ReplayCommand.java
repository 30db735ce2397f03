package dev.moirai.cli;

import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.property.Violation;
import dev.moirai.replay.Streams;
import dev.moirai.source.Excerpt;
import dev.moirai.verify.engine.TimeLimit;
import dev.moirai.verify.replay.NativeReplaying;
import dev.moirai.verify.replay.Replaying;
import dev.moirai.witness.Report;
import dev.moirai.witness.Statistics;
import dev.moirai.witness.Witness;
import dev.moirai.witness.json.JsonWriter;
import dev.moirai.witness.json.ReportJson;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code moirai replay}: a witness, seen again, by the interpreter or on the real program. */
final class ReplayCommand implements Command {
    private final Syntax syntax = new Syntax();
    private final Option<Boolean> natively = syntax.flag(
            "--native",
            "Then compile the program with gcc and run it for real, under the witness's schedule. What came from"
                    + " outside when the witness was made is given again.");
    private final Option<Long> repeat = syntax.value(
            "--repeat",
            "N",
            1L,
            "With --native: run it so often, and say how often it failed.",
            Readers.number(1, 1_000_000));
    private final CommonOptions common = new CommonOptions(syntax, Property.defaults());
    private final long began = System.nanoTime();

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai replay WITNESS.json [options]")
                .paragraph("Executes the schedule of a witness (--witness of predict, check, run or livelock) step by"
                        + " step on the interpreter, and says whether it fails as the witness claims; if not, at"
                        + " which step it left the schedule.")
                .heading("Options:")
                .options(syntax.options())
                .heading("Examples:")
                .line("moirai predict examples/predict/lost-update.c --witness w.json")
                .line("moirai replay w.json")
                .line("moirai replay w.json --native --repeat 100");
    }

    @Override
    public int execute(Output output) {
        if (syntax.operands().size() != 1) throw new UsageException("replay needs one witness");
        if (repeat.value() > 1 && !natively.value()) {
            throw new UsageException("the interpreter does the same every time: --repeat is for --native");
        }
        if (common.witness().isPresent() || common.choosesProperties()) {
            throw new UsageException(
                    "replay has its question from the witness: it takes no --property and no --witness");
        }
        String operand = syntax.operands().getFirst();
        Witness witness = Saving.readWitness(Readers.toPath(operand));
        var screen = new Screen(output, common);
        if (Replaying.hasChanged(witness)) {
            String file = Excerpt.ofMessage(witness.schedule().file());
            output.err().println("moirai: " + file + " has changed since the witness was made");
        }
        if (natively.value()) return natively(witness, screen, output);
        var result = TimeLimit.within(common.time(), () -> Replaying.replay(witness));
        return switch (result.orElseThrow(() -> common.timeIsUp(""))) {
            case Replaying.Result.Failed(var violation, var steps) -> {
                failed(violation, steps, witness, screen, output);
                yield violated(violation, Map.of("steps", (long) steps), witness, output);
            }
            case Replaying.Result.Diverged(var why) -> diverged(why, witness, output);
        };
    }

    private void failed(Violation violation, int steps, Witness witness, Screen screen, Output output) {
        if (common.isQuiet() || common.isJson()) return;
        screen.failure(violation, witness.schedule());
        output.out()
                .println(
                        witness.schedule().lassoStart().isPresent()
                                ? "replay: run twice, the lasso leads back to where it begins, as fairly as the"
                                        + " witness says"
                                : "replay: fails as the witness claims, after " + steps + " steps");
    }

    private int violated(Violation violation, Map<String, Long> counts, Witness witness, Output output) {
        if (common.isJson()) return json(new Verdict.Violated(violation, witness.schedule()), counts, witness, output);
        output.out()
                .println("VERDICT: VIOLATED " + violation.property().word() + " at " + place(violation) + " (thread "
                        + violation.thread() + ")");
        return ExitCode.VIOLATION;
    }

    private int diverged(String why, Witness witness, Output output) {
        return unknown("the witness does not replay: " + why, Map.of(), witness, output);
    }

    private int unknown(String why, Map<String, Long> counts, Witness witness, Output output) {
        if (common.isJson()) return json(new Verdict.Unknown(why), counts, witness, output);
        output.out().println("VERDICT: UNKNOWN " + why);
        return ExitCode.UNKNOWN;
    }

    private int json(Verdict verdict, Map<String, Long> counts, Witness witness, Output output) {
        Set<Property> claimed = witness.violation()
                .map(violation -> Set.of(violation.property()))
                .orElse(Set.of());
        var replay = verdict instanceof Verdict.Violated ? Report.Replay.CONFIRMED : Report.Replay.NOT_APPLICABLE;
        double seconds = (System.nanoTime() - began) / 1e9;
        var report = new Report(
                witness.schedule().file(), claimed, "replay", verdict, replay, new Statistics(seconds, counts));
        output.out().print(JsonWriter.write(ReportJson.of(report)));
        return ExitCode.of(verdict);
    }

    private static String place(Violation violation) {
        return violation.span().file() + ":" + violation.span().line();
    }

    // ---- on the real program -----------------------------------------------------------------------------------

    private int natively(Witness witness, Screen screen, Output output) {
        int runs = repeat.value().intValue();
        // Once, the program's output is of interest; a hundred times it is not.
        Streams streams = runs == 1 && !common.isQuiet() && !common.isJson() ? Streams.PRINTING : Streams.NONE;
        output.out().flush();
        var result = TimeLimit.within(common.time(), () -> NativeReplaying.replay(witness, runs, streams, _ -> {}));
        return switch (result.orElseThrow(() -> common.timeIsUp(""))) {
            case NativeReplaying.Result.Diverged(var why) -> diverged(why, witness, output);
            case NativeReplaying.Result.NotShown(var why) ->
                unknown("not shown natively: " + why, Map.of(), witness, output);
            case NativeReplaying.Result.Run run -> {
                failed(run.violation(), run.steps(), witness, screen, output);
                yield natively(run, witness, output);
            }
        };
    }

    private int natively(NativeReplaying.Result.Run run, Witness witness, Output output) {
        long wanted = repeat.value();
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("steps", (long) run.steps());
        counts.put("nativeRuns", (long) run.runs());
        counts.put("nativeFailures", (long) run.same());
        if (!common.isQuiet() && !common.isJson()) {
            output.out()
                    .printf(
                            Locale.ROOT,
                            "native: %d of %d %s failed the same way (compiled in %.1f s, run in %.1f s)%n",
                            run.same(),
                            run.runs(),
                            run.runs() == 1 ? "run" : "runs",
                            run.compiling(),
                            run.running());
        }
        if (run.runs() < wanted) {
            return unknown(
                    "time limit of " + common.timeText() + " reached after " + run.runs() + " native runs",
                    counts,
                    witness,
                    output);
        }
        if (run.same() == run.runs()) return violated(run.violation(), counts, witness, output);
        Map<String, Long> otherwise = run.otherwise().stream()
                .collect(Collectors.groupingBy(how -> how, LinkedHashMap::new, Collectors.counting()));
        if (!common.isJson()) {
            otherwise.forEach((how, times) -> output.out().println("native: " + times + " of them " + how));
        }
        return unknown(
                "natively it fails in " + run.same() + " of " + run.runs() + " runs; otherwise the run "
                        + run.otherwise().getFirst(),
                counts,
                witness,
                output);
    }
}
