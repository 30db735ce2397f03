package dev.moirai.rely.recurrence;

import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The moves of one round: some threads in turn, each until it stands where it stood, and then those that these no longer let
 * wait. Threads that begin on the way make so many moves of their own as soon as one of those is round (or waits, perhaps for
 * them), and the rest of their moves, to their ends, when all are round. Or neither of these ever move.
 */
final class Lap {
    private static final int LONGEST = 60;

    /** How threads choose. */
    enum Policy {
        FIRST,
        SECOND
    }

    /** The head start where only the given threads are to move, and where new ones are to end before others go on. */
    static final int NEVER = -1;

    static final int TO_THE_END = Integer.MAX_VALUE;

    private final Machine machine;
    private final Policy policy;
    private final State state;
    private final int threads;
    private final List<Integer> start;
    private final int headStart;
    private final List<Move> moves = new ArrayList<>();
    private int newcomersMoves;
    private boolean isBroken;

    /** @param from is left as it is */
    Lap(Machine machine, Policy policy, State from, int headStart) {
        this.machine = machine;
        this.policy = policy;
        this.state = from.fork();
        this.threads = from.threadCount();
        this.start = Places.of(from, threads);
        this.headStart = headStart;
    }

    /** The moves, if all came round. */
    Optional<List<Move>> run(List<Integer> inTurn) {
        for (int thread : inTurn) {
            if (!goRound(thread)) return Optional.empty();
            newcomers(headStart);
        }
        if (headStart != NEVER) {
            for (int thread = 0; thread < threads; thread++) {
                boolean isWoken = !inTurn.contains(thread) && canMove(machine, state, thread);
                if (isWoken && !goRound(thread)) return Optional.empty();
            }
            newcomers(TO_THE_END);
        }
        return !isBroken && Places.of(state, threads).equals(start)
                ? Optional.of(List.copyOf(moves))
                : Optional.empty();
    }

    /** Afterwards. */
    State state() {
        return state;
    }

    /** How often threads that began on the way have moved. */
    int newcomersMoves() {
        return newcomersMoves;
    }

    private boolean goRound(int thread) {
        boolean isUnderWay = false;
        for (int made = 0; made < LONGEST; made++) {
            if (move(thread)) isUnderWay = true;
            else if (newcomer()) newcomersMoves++;
            else return false;
            if (isUnderWay && Places.of(state, threads).equals(start)) return true;
        }
        return false;
    }

    private void newcomers(int most) {
        while (newcomersMoves < Math.min(most, LONGEST) && newcomer()) newcomersMoves++;
    }

    /** One of those that began on the way makes a move, if it may and can. */
    private boolean newcomer() {
        if (headStart == NEVER) return false;
        for (int thread = threads; thread < state.threadCount(); thread++) if (move(thread)) return true;
        return false;
    }

    private boolean move(int thread) {
        if (isBroken || !canMove(machine, state, thread)) return false;
        Optional<Move> move = step(machine, state, thread, policy);
        move.ifPresentOrElse(moves::add, () -> isBroken = true);
        return move.isPresent();
    }

    static boolean canMove(Machine machine, State state, int thread) {
        int holder = state.atomicHolder();
        return (holder < 0 || holder == thread) && machine.isReady(state, thread);
    }

    /** What a thread that can move does; nothing if it ends the run, and then the state is of no more use. */
    static Optional<Move> step(Machine machine, State state, int thread, Policy policy) {
        var chosen = new ArrayList<Long>();
        Outcome outcome = machine.step(
                state,
                thread,
                choice -> {
                    long answer = policy == Policy.FIRST || choice instanceof Choice.EndOfWait ? 0 : 1;
                    chosen.add(answer);
                    return answer;
                },
                Observer.NONE);
        return outcome instanceof Outcome.Continued ? Optional.of(new Move(thread, chosen)) : Optional.empty();
    }
}
