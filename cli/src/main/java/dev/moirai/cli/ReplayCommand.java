package dev.moirai.cli;

import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.replay.Streams;
import dev.moirai.source.InputException;
import dev.moirai.verify.NativeReplaying;
import dev.moirai.verify.Replaying;
import dev.moirai.verify.TimeLimit;
import dev.moirai.witness.Witness;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
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

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public Help help(Help help) {
        return help.usage("moirai replay WITNESS.json [options]")
                .paragraph("Executes the schedule of a witness (--witness of predict, check or run) step by step on the"
                        + " interpreter, and says whether it fails as the witness claims; if not, at which step it left"
                        + " the schedule.")
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
        String operand = syntax.operands().getFirst();
        Witness witness = Saving.readWitness(Path.of(operand));
        var screen = new Screen(output, common);
        if (Replaying.hasChanged(witness)) {
            output.err().println("moirai: " + witness.schedule().file() + " has changed since the witness was made");
        }
        try {
            if (natively.value()) return natively(witness, screen, output);
            return switch (Replaying.replay(witness)) {
                case Replaying.Result.Failed(var violation, var steps) -> {
                    failed(violation, steps, witness, screen, output);
                    yield violated(violation, output);
                }
                case Replaying.Result.Diverged(var why) -> diverged(why, output);
            };
        } catch (InputException e) {
            screen.refused(operand, e.diagnostics());
            return ExitCode.INPUT;
        }
    }

    private void failed(Violation violation, int steps, Witness witness, Screen screen, Output output) {
        if (common.isQuiet()) return;
        screen.failure(violation, witness.schedule());
        output.out()
                .println(
                        witness.schedule().lassoStart().isPresent()
                                ? "replay: run twice, the lasso leads back to where it begins, as fairly as the"
                                        + " witness says"
                                : "replay: fails as the witness claims, after " + steps + " steps");
    }

    private static int violated(Violation violation, Output output) {
        output.out()
                .println("VERDICT: VIOLATED " + violation.property().word() + " at " + place(violation) + " (thread "
                        + violation.thread() + ")");
        return ExitCode.VIOLATION;
    }

    private static int diverged(String why, Output output) {
        return unknown("the witness does not replay: " + why, output);
    }

    private static int unknown(String why, Output output) {
        output.out().println("VERDICT: UNKNOWN " + why);
        return ExitCode.UNKNOWN;
    }

    private static String place(Violation violation) {
        return violation.span().file() + ":" + violation.span().line();
    }

    // ---- on the real program -----------------------------------------------------------------------------------

    private int natively(Witness witness, Screen screen, Output output) {
        int runs = repeat.value().intValue();
        // Once, the program's output is of interest; a hundred times it is not.
        Streams streams = runs == 1 && !common.isQuiet() ? Streams.PRINTING : Streams.NONE;
        output.out().flush();
        var result = TimeLimit.within(common.time(), () -> NativeReplaying.replay(witness, runs, streams, _ -> {}));
        if (result.isEmpty()) return unknown("time limit of " + common.timeText() + " reached", output);
        return switch (result.get()) {
            case NativeReplaying.Result.Diverged(var why) -> diverged(why, output);
            case NativeReplaying.Result.NotShown(var why) -> unknown("not shown natively: " + why, output);
            case NativeReplaying.Result.Run run -> {
                failed(run.violation(), run.steps(), witness, screen, output);
                yield natively(run, output);
            }
        };
    }

    private int natively(NativeReplaying.Result.Run run, Output output) {
        long wanted = repeat.value();
        if (!common.isQuiet()) {
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
                    "time limit of " + common.timeText() + " reached after " + run.runs() + " native runs", output);
        }
        if (run.same() == run.runs()) return violated(run.violation(), output);
        Map<String, Long> otherwise = run.otherwise().stream()
                .collect(Collectors.groupingBy(how -> how, LinkedHashMap::new, Collectors.counting()));
        otherwise.forEach((how, times) -> output.out().println("native: " + times + " of them " + how));
        return unknown(
                "natively it fails in " + run.same() + " of " + run.runs() + " runs; otherwise the run "
                        + run.otherwise().getFirst(),
                output);
    }
}
