package dev.moirai.verify.livelock;

import dev.moirai.explore.FairRun;
import dev.moirai.explore.LassoJudge;
import dev.moirai.explore.LivenessProperty;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Move;
import dev.moirai.ir.Program;
import dev.moirai.logic.OutOfTime;
import dev.moirai.property.Verdict;
import dev.moirai.solve.Limit;
import dev.moirai.solve.registry.Solvers;
import dev.moirai.verify.bounded.BoundedQuery.Result;
import dev.moirai.verify.engine.Subquestion;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.replay.LivelockReplay;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether there is a lasso within some bounds: of all bounds that are to be tried, each is a question of its own. */
public record LassoPart(Task task, LassoBounds bounds) implements Subquestion<Result> {
    /** @param program with a step for every iteration of a loop that waits */
    public record Task(Program program, LivenessProperty liveness, String solver) {}

    private Machine machine() {
        return new Machine(task.program(), MachineOptions.DEFAULT.watching(Set.of()));
    }

    @Override
    public String name() {
        return "livelock " + task.program().file() + " within " + bounds;
    }

    @Override
    public Result answer(Limit limit) {
        try (var query =
                new LassoQuery(machine(), task.liveness(), bounds, task.solver(), new LinkedHashSet<>(), limit)) {
            return query.ask(limit);
        } catch (OutOfTime _) {
            return new Result.Unknown(limit.reason());
        }
    }

    @Override
    public boolean isFinal(Result answer) {
        return !(answer instanceof Result.Unknown);
    }

    @Override
    public Result confirmed(Result answer) {
        if (!(answer instanceof Result.Violated(Verdict.Violated(var _, var schedule), var _))) return answer;
        Machine machine = machine();
        List<Move> moves = LivelockReplay.moves(machine, schedule);
        int start = schedule.lassoStart().orElseThrow(() -> new IllegalStateException("a lasso without a start"));
        var run = new FairRun(moves.subList(0, start), moves.subList(start, moves.size()));
        return switch (LassoJudge.judge(machine, task.liveness(), run)) {
            case LassoJudge.Judgement.Confirmed confirmed ->
                new Result.Violated(LassoVerdict.of(machine, task.liveness(), confirmed));
            case LassoJudge.Judgement.Refused(var why) -> throw new IllegalStateException("no fair lasso: " + why);
        };
    }

    @Override
    public boolean isPortable() {
        return Solvers.isOurs(task.solver())
                && !Input.isBoogie(Path.of(task.program().file()));
    }

    @Override
    public Optional<Record> shared() {
        return Optional.of(task);
    }
}
