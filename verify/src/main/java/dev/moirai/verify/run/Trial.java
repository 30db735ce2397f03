package dev.moirai.verify.run;

import dev.moirai.analysis.VisibleWaits;
import dev.moirai.interpret.DivergenceException;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.PctScheduler;
import dev.moirai.interpret.RandomScheduler;
import dev.moirai.interpret.RoundRobinScheduler;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.Scheduler;
import dev.moirai.interpret.ScriptedScheduler;
import dev.moirai.interpret.StoppedScheduler;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.verify.engine.Budget;
import dev.moirai.verify.engine.TimeLimit;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.replay.WitnessReplay;
import dev.moirai.witness.Answer;
import dev.moirai.witness.Cost;
import dev.moirai.witness.EngineId;
import dev.moirai.witness.Evidence;
import dev.moirai.witness.Question;
import dev.moirai.witness.Statistics;
import dev.moirai.witness.Witness;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Executes a program once, under a scheduler of the interpreter. */
public final class Trial {
    public record Options(Set<Property> watched, Scheduling scheduling, long maxSteps, Optional<Duration> time) {}

    /**
     * @param telling absent if the run did not stop when its time was up
     * @param ending how the run ended, in words
     */
    public record Result(Answer answer, Optional<TrialSteps> telling, Optional<String> ending) {}

    private Trial() {}

    /** Runs until the program ends or fails, or the time is up; {@code printed} takes what the program prints. */
    public static Result run(Input input, Options options, Consumer<String> printed) {
        long began = System.nanoTime();
        Budget budget = Budget.since(began, options.time());
        return TimeLimit.within(budget.left(), () -> ran(input, options, printed, began))
                .orElseGet(() -> {
                    var unknown = new Verdict.Unknown(budget.reason());
                    Answer answer = answer(input, options, unknown, Optional.empty(), Map.of(), began);
                    return new Result(answer, Optional.empty(), Optional.empty());
                });
    }

    private static Result ran(Input input, Options options, Consumer<String> printed, long began) {
        var machine =
                new Machine(program(input, options.scheduling()), MachineOptions.DEFAULT.watching(options.watched()));
        Run.Result run;
        try {
            var scheduler = scheduler(machine, options.scheduling());
            run = Run.drive(machine, interruptible(scheduler), printing(printed), options.maxSteps());
        } catch (DivergenceException e) {
            Path file =
                    options.scheduling() instanceof Scheduling.Scripted(var _, var schedule) ? schedule : input.file();
            var place = new SourceSpan(file.toString(), 0, 0);
            throw new InputException(
                    Diagnostic.error(place, String.valueOf(e.getMessage()), "was it made for another program?"));
        }
        var verdict = verdict(run, options);
        Optional<Witness> witness = verdict instanceof Verdict.Violated violated
                ? Optional.of(WitnessReplay.witness(input, violated))
                : Optional.empty();
        Answer answer = answer(input, options, verdict, witness, Map.of("steps", run.steps()), began);
        return new Result(answer, Optional.of(new TrialSteps(run)), Optional.of(ending(run)));
    }

    private static Answer answer(
            Input input,
            Options options,
            Verdict verdict,
            Optional<Witness> witness,
            Map<String, Long> counts,
            long began) {
        return new Answer(
                new Question(Question.Kind.RUN, input.file().toString(), options.watched()),
                verdict,
                new Evidence.Run(witness, Optional.empty(), List.of()),
                new Cost(new EngineId("run"), new Statistics((System.nanoTime() - began) / 1e9, counts)));
    }

    /** The program. For the schedule of an endless run, every iteration of a loop that waits must be a step. */
    private static Program program(Input input, Scheduling scheduling) {
        Program program = input.read();
        boolean endless = scheduling instanceof Scheduling.Scripted(var schedule, var _)
                && schedule.lassoStart().isPresent();
        return endless ? new VisibleWaits().apply(program) : program;
    }

    private static Verdict verdict(Run.Result run, Options options) {
        return switch (run.outcome()) {
            case Outcome.Violated(var violation) -> new Verdict.Violated(violation, run.schedule());
            case Outcome.Ended _, Outcome.Pruned _ -> new Verdict.HoldsWithin("this run");
            case Outcome.LimitReached(var reason, var _) ->
                run.steps() < options.maxSteps() ? new Verdict.Unknown(reason) : firstSteps(run);
            case Outcome.Continued() -> firstSteps(run);
        };
    }

    private static Verdict firstSteps(Run.Result run) {
        return new Verdict.HoldsWithin("the first " + run.steps() + " steps of this run");
    }

    private static String ending(Run.Result run) {
        String steps = run.steps() + (run.steps() == 1 ? " step" : " steps");
        return switch (run.outcome()) {
            case Outcome.Violated _ -> "failed after " + steps;
            case Outcome.Ended(var code) -> "ended with exit code " + code + " after " + steps;
            case Outcome.Pruned(var note) -> "ended after " + steps + ": " + note;
            case Outcome.LimitReached(var reason, var _) -> "stopped after " + steps + ": " + reason;
            case Outcome.Continued() -> "stopped after " + steps;
        };
    }

    static Scheduler scheduler(Machine machine, Scheduling scheduling) {
        return switch (scheduling) {
            case Scheduling.Random(var seed) -> new RandomScheduler(seed);
            case Scheduling.RoundRobin(var seed) -> new RoundRobinScheduler(1, seed);
            case Scheduling.Pct(var seed, var depth) -> new PctScheduler(seed, depth, length(machine, seed));
            case Scheduling.Scripted(var schedule, var _) -> new ScriptedScheduler(schedule);
        };
    }

    /** About how many steps a run takes, counted in a random run: PCT places its changes of priority among them. */
    private static int length(Machine machine, long seed) {
        var run = Run.drive(machine, interruptible(new RandomScheduler(seed)), Observer.NONE, 100_000);
        return (int) Math.max(1, run.steps());
    }

    private static Scheduler interruptible(Scheduler scheduler) {
        return new StoppedScheduler(scheduler, () -> Thread.currentThread().isInterrupted());
    }

    private static Observer printing(Consumer<String> printed) {
        return new Observer() {
            @Override
            public void printed(String text) {
                printed.accept(text);
            }
        };
    }
}
