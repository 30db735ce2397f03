package dev.moirai.explore;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.interpret.UntrustedMove;
import java.util.List;

/**
 * Judges runs that end with a response owed: executes the moves and checks every state by itself. Believes no engine,
 * as {@link LassoJudge} does for endless runs.
 */
public final class UnansweredRun {
    private static final int NEVER = -1;

    public enum Ending {
        PROCESS_ENDS,
        DEADLOCK
    }

    public sealed interface Judgement {
        /** @param since the number of moves after which the cause held; the effect never held from then on */
        record Confirmed(List<Move> moves, Ending ending, int since) implements Judgement {
            public Confirmed {
                moves = List.copyOf(moves);
            }
        }

        record Refused(String why) implements Judgement {}
    }

    private UnansweredRun() {}

    /** @param machine of a prepared program, watching nothing */
    public static Judgement judge(Machine machine, LivenessProperty.Undone.Response response, List<Move> moves) {
        State state = machine.start();
        int since = owed(machine, response, state, NEVER, 0);
        for (int i = 0; i < moves.size(); i++) {
            Outcome outcome;
            switch (UntrustedMove.make(machine, state, moves.get(i), UntrustedMove.Listener.NONE)) {
                case UntrustedMove.Result.DoesNotFit(var why) -> {
                    return new Judgement.Refused(why);
                }
                case UntrustedMove.Result.Made(var made) -> outcome = made;
            }
            since = owed(machine, response, state, since, i + 1);
            switch (outcome) {
                case Outcome.Continued _ -> {}
                case Outcome.Ended _ -> {
                    return judged(moves.subList(0, i + 1), Ending.PROCESS_ENDS, since);
                }
                case Outcome.Pruned _, Outcome.Violated _, Outcome.LimitReached _ -> {
                    return new Judgement.Refused("the run ends otherwise: " + outcome);
                }
            }
        }
        return machine.deadlock(state).isPresent()
                ? judged(moves, Ending.DEADLOCK, since)
                : new Judgement.Refused("the run does not end");
    }

    private static Judgement judged(List<Move> moves, Ending ending, int since) {
        return since == NEVER
                ? new Judgement.Refused("nothing is owed when the run ends")
                : new Judgement.Confirmed(moves, ending, since);
    }

    private static int owed(
            Machine machine, LivenessProperty.Undone.Response response, State state, int since, int now) {
        if (machine.holds(state, response.effect())) return NEVER;
        return since == NEVER && machine.holds(state, response.cause()) ? now : since;
    }
}
