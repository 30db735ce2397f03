package dev.moirai.verify.run;

import dev.moirai.interpret.DivergenceException;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.replay.LogFollower;
import dev.moirai.replay.NativeOrder;
import dev.moirai.replay.NativeOutcome;
import dev.moirai.replay.NativeProgram;
import dev.moirai.replay.NativeRun;
import dev.moirai.replay.Streams;
import dev.moirai.source.InputException;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.Inquiry;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.replay.WitnessReplay;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import dev.moirai.witness.Witness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Executes the real program once, in the real world. If it fails, the interpreter repeats the run from its log: a failure
 * counts only if the interpreter sees it too.
 */
public final class NativeTrial {
    /** Where the program's output goes. */
    public enum Printing {
        /** It goes where our own output goes, at once. */
        LIVE,
        /** It is kept for the answer. */
        KEPT
    }

    /**
     * @param pace who decides which thread moves
     * @param follow whether the interpreter repeats also a run that does not fail, to tell its schedule
     */
    public record Options(
            Set<Property> watched, Pace pace, long seed, long maxSteps, Printing printing, Follow follow) {}

    public enum Pace {
        /** Our runtime decides, by the seed. */
        STEADY,
        /** The operating system decides, one thread at a time all the same. */
        FREE
    }

    public enum Follow {
        ALWAYS,
        FAILURES
    }

    private final Input input;
    private final Options options;
    private final Budget budget;
    private final long began = System.nanoTime();

    private NativeTrial(Input input, Options options, Budget budget) {
        this.input = input.inTheRealWorld();
        this.options = options;
        this.budget = budget;
    }

    /** Throws a {@link dev.moirai.verify.engine.GaveUpException} if time is up before the program has run. */
    public static Trial.Result run(Input input, Options options, Budget budget) {
        return Inquiry.inTime(budget, "", () -> new NativeTrial(input, options, budget).run());
    }

    private Trial.Result run() {
        Program program = input.read();
        try (var compiled = NativeProgram.build(program, options.watched(), input.libraries())) {
            Path output = Files.createTempFile("moirai-output", ".txt");
            try {
                NativeRun run = compiled.run(order(), streams(output));
                Optional<String> printed = options.printing() == Printing.KEPT
                        ? Optional.of(Files.readString(output, StandardCharsets.ISO_8859_1))
                        : Optional.empty();
                return told(program, compiled, run, printed);
            } finally {
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (DivergenceException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private NativeOrder order() {
        NativeOrder.Pace pace = switch (options.pace()) {
            case STEADY -> new NativeOrder.Pace.Steady(options.seed());
            case FREE -> new NativeOrder.Pace.Free(options.seed());
        };
        return new NativeOrder(pace, options.maxSteps(), NativeOrder.Logging.ON).within(budget.left());
    }

    private Streams streams(Path output) {
        return switch (options.printing()) {
            case LIVE -> Streams.OURS;
            case KEPT -> Streams.OURS.withOutput(output.toFile());
        };
    }

    private Trial.Result told(Program program, NativeProgram compiled, NativeRun run, Optional<String> printed) {
        long steps = run.steps();
        boolean follows = options.follow() == Follow.ALWAYS || run.outcome() instanceof NativeOutcome.Violated;
        Optional<Run.Result> followed =
                follows ? Optional.of(followed(program, compiled, run)) : Optional.<Run.Result>empty();
        Verdict verdict = verdict(run.outcome(), followed, steps);
        Optional<Witness> witness = verdict instanceof Verdict.Violated violated
                ? Optional.of(WitnessReplay.witness(input, violated))
                : Optional.empty();
        var answer = new Answer(
                new Question(Question.Kind.RUN, input.file().toString(), options.watched()),
                verdict,
                new Evidence.Run(witness, printed, List.of()),
                new Cost(
                        new EngineId("native"),
                        new Statistics((System.nanoTime() - began) / 1e9, Map.of("steps", steps))));
        return new Trial.Result(
                answer,
                followed.map(TrialSteps::new),
                Optional.of(run.outcome().inWords() + ", after " + steps + " native steps"));
    }

    private Run.Result followed(Program program, NativeProgram compiled, NativeRun run) {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(options.watched()));
        return Run.drive(machine, new LogFollower(machine, compiled.sites(), run.log()), Observer.NONE, Long.MAX_VALUE);
    }

    private Verdict verdict(NativeOutcome outcome, Optional<Run.Result> followed, long steps) {
        return switch (outcome) {
            case NativeOutcome.Violated _ -> {
                Run.Result seen = followed.orElseThrow();
                if (seen.outcome() instanceof Outcome.Violated(var violation)) {
                    yield new Verdict.Violated(violation, seen.schedule());
                }
                throw refused("the native run " + outcome.inWords() + ", and the interpreter does not see it");
            }
            case NativeOutcome.Ended _, NativeOutcome.Pruned _ -> new Verdict.HoldsWithin("this run");
            case NativeOutcome.CutShort _ -> new Verdict.HoldsWithin("the first " + steps + " steps of this run");
            case NativeOutcome.LimitReached(var what) -> new Verdict.Unknown(what);
            case NativeOutcome.Crashed(var how) ->
                new Verdict.Unknown("the run crashed in code that is not the program's: " + how);
            case NativeOutcome.Stopped _, NativeOutcome.Diverged _ ->
                throw new IllegalStateException("only under a script: " + outcome.inWords());
        };
    }

    private InputException refused(String why) {
        return InputException.about(input.file().toString(), why);
    }
}
