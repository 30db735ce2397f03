package dev.moirai.verify.replay;

import dev.moirai.analysis.VisibleWaits;
import dev.moirai.explore.FairRun;
import dev.moirai.explore.LassoJudge;
import dev.moirai.explore.LivenessProperty;
import dev.moirai.explore.UnansweredRun;
import dev.moirai.interpret.DivergenceException;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.ScriptedScheduler;
import dev.moirai.interpret.State;
import dev.moirai.ir.Program;
import dev.moirai.property.Fairness;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Schedule;
import dev.moirai.schedule.Step;
import dev.moirai.verify.input.Responses;
import dev.moirai.witness.Witness;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Replays a witness of {@code livelock}: the stem, then the lasso. The state must come back, and the scheduler must be
 * as fair as the witness says. For a deadlock and for a response that never comes, it replays the run to its end.
 */
public final class LivelockReplay {
    private static final String FAIRNESS = "--fairness";
    private static final String THREAD = "--thread";
    private static final String RESPONSE = "--response";

    private LivelockReplay() {}

    /** The question, as words of the command line. */
    public static List<String> words(Fairness fairness, Optional<String> thread, Optional<String> response) {
        var words = new ArrayList<>(List.of(FAIRNESS, fairness.word()));
        thread.ifPresent(name -> words.addAll(List.of(THREAD, name)));
        response.ifPresent(text -> words.addAll(List.of(RESPONSE, text)));
        return words;
    }

    static WitnessReplay.Result replay(Witness witness, Program prepared) {
        Program program = new VisibleWaits().apply(prepared);
        Optional<Violation> claimed = witness.violation();
        if (claimed.isEmpty()) return new WitnessReplay.Result.Diverged("the witness does not say what it shows");
        boolean stuck = claimed.get().property() == Property.DEADLOCK;
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(Set.of()));
        Schedule schedule = witness.schedule();
        try {
            List<Move> moves = moves(machine, schedule);
            Optional<String> refusal = stuck
                    ? refusalOfDeadlock(machine, moves)
                    : refusal(machine, liveness(witness.question(), program), moves, schedule.lassoStart());
            return refusal.<WitnessReplay.Result>map(WitnessReplay.Result.Diverged::new)
                    .orElseGet(() -> new WitnessReplay.Result.Failed(claimed.get(), moves.size()));
        } catch (DivergenceException e) {
            return new WitnessReplay.Result.Diverged(String.valueOf(e.getMessage()));
        }
    }

    private static LivenessProperty liveness(List<String> words, Program program) {
        Fairness fairness = Fairness.STRONG;
        LivenessProperty.Undone undone = new LivenessProperty.Undone.Anything();
        for (int i = 0; i + 1 < words.size(); i += 2) {
            String value = words.get(i + 1);
            switch (words.get(i)) {
                case FAIRNESS -> fairness = fairness(value);
                case THREAD -> undone = new LivenessProperty.Undone.Thread(value);
                case RESPONSE -> undone = Responses.parse(value, program);
                default -> throw new DivergenceException("a question unknown here: " + words.get(i));
            }
        }
        return new LivenessProperty(fairness, undone);
    }

    private static Fairness fairness(String word) {
        for (Fairness fairness : Fairness.values()) if (fairness.word().equals(word)) return fairness;
        throw new DivergenceException("a fairness unknown here: " + word.toLowerCase(Locale.ROOT));
    }

    /** The steps as moves. The schedule names threads; their numbers are found by running it. */
    /** The moves of a schedule, the lasso included. */
    public static List<Move> moves(Machine machine, Schedule schedule) {
        var script = new ScriptedScheduler(schedule);
        State state = machine.start();
        var moves = new ArrayList<Move>();
        for (Step step : schedule.steps()) {
            int thread = script.next(state, machine.enabled(state)).orElseThrow();
            Optional<String> elsewhere = WitnessReplay.elsewhere(step, machine.position(state, thread));
            if (elsewhere.isPresent()) {
                throw new DivergenceException("at step " + (moves.size() + 1) + " " + elsewhere.get());
            }
            Outcome outcome = machine.step(state, thread, script, Observer.NONE);
            moves.add(new Move(thread, step.choices()));
            if (!(outcome instanceof Outcome.Continued)) break;
            script.stepped(state);
        }
        if (moves.size() < schedule.steps().size()) {
            throw new DivergenceException("the process ends at step " + moves.size());
        }
        return moves;
    }

    private static Optional<String> refusal(
            Machine machine, LivenessProperty liveness, List<Move> moves, OptionalInt lassoStart) {
        if (lassoStart.isPresent()) {
            int start = lassoStart.getAsInt();
            var run = new FairRun(moves.subList(0, start), moves.subList(start, moves.size()));
            return LassoJudge.judge(machine, liveness, run) instanceof LassoJudge.Judgement.Refused(var why)
                    ? Optional.of(why)
                    : Optional.empty();
        }
        if (!(liveness.undone() instanceof LivenessProperty.Undone.Response response))
            return Optional.of("the schedule has no lasso");
        return UnansweredRun.judge(machine, response, moves) instanceof UnansweredRun.Judgement.Refused(var why)
                ? Optional.of(why)
                : Optional.empty();
    }

    private static Optional<String> refusalOfDeadlock(Machine machine, List<Move> moves) {
        State state = machine.start();
        machine.replay(state, moves, Observer.NONE);
        return machine.deadlock(state).isPresent() ? Optional.empty() : Optional.of("somebody can move at its end");
    }
}
