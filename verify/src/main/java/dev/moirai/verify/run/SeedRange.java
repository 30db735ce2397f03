package dev.moirai.verify.run;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.Run;
import dev.moirai.interpret.StoppedScheduler;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.verify.engine.Subquestion;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.replay.ScheduleReplay;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * Some runs of a campaign: those with the seeds from {@code first} on, until one fails.
 *
 * @param task what all runs of the campaign have in common
 */
public record SeedRange(Task task, long first, long count) implements Subquestion<SeedRange.Ran> {
    /** @param depth of {@link Chance#PCT} */
    public record Task(Program program, Set<Property> watched, Chance chance, int depth, long maxSteps) {}

    /** Who moves, as a seed decides it. */
    public enum Chance {
        RANDOM,
        ROUND_ROBIN,
        PCT
    }

    /** @param runs how many there were, the failing one included */
    public record Ran(long runs, long steps, Optional<Failing> failing) {}

    public record Failing(long seed, Verdict.Violated verdict) {}

    static Scheduling scheduling(Task task, long seed) {
        return switch (task.chance()) {
            case RANDOM -> new Scheduling.Random(seed);
            case ROUND_ROBIN -> new Scheduling.RoundRobin(seed);
            case PCT -> new Scheduling.Pct(seed, task.depth());
        };
    }

    private Machine machine() {
        return new Machine(task.program(), MachineOptions.DEFAULT.watching(task.watched()));
    }

    @Override
    public String name() {
        return "run " + task.program().file() + " with seeds from " + first + " to " + (first + count - 1);
    }

    @Override
    public Ran answer(Limit limit) {
        Machine machine = machine();
        long steps = 0;
        for (long runs = 0; runs < count; runs++) {
            long seed = first + runs;
            var scheduler = new StoppedScheduler(Trial.scheduler(machine, scheduling(task, seed)), limit::isReached);
            Run.Result run = Run.drive(machine, scheduler, Observer.NONE, task.maxSteps());
            if (run.outcome() instanceof Outcome.Violated(var violation)) {
                var verdict = ScheduleReplay.confirmed(machine, violation, run.schedule());
                return new Ran(runs + 1, steps + run.steps(), Optional.of(new Failing(seed, verdict)));
            }
            // What stopped on the way is no run.
            if (limit.isReached()) return new Ran(runs, steps, Optional.empty());
            steps += run.steps();
        }
        return new Ran(count, steps, Optional.empty());
    }

    @Override
    public boolean isFinal(Ran answer) {
        return answer.runs() == count || answer.failing().isPresent();
    }

    @Override
    public Ran confirmed(Ran answer) {
        return new Ran(
                answer.runs(),
                answer.steps(),
                answer.failing()
                        .map(failing -> new Failing(
                                failing.seed(),
                                ScheduleReplay.confirmed(
                                        machine(),
                                        failing.verdict().violation(),
                                        failing.verdict().schedule()))));
    }

    @Override
    public boolean isPortable() {
        return !Input.isBoogie(Path.of(task.program().file()));
    }

    @Override
    public Optional<Record> shared() {
        return Optional.of(task);
    }
}
