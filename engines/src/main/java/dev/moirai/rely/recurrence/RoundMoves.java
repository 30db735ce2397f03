package dev.moirai.rely.recurrence;

import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Move;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The moves of one round: the given threads in turn, each until it is back where it started, and then the threads that
 * can move because of that. Threads that start during the round (newcomers) make up to {@code headStart} moves whenever
 * one of the given threads is back, or waits, perhaps for them; when all are back, they run to their ends. With {@link
 * #NEVER}, neither woken threads nor newcomers move.
 */
final class RoundMoves {
    private static final int LONGEST = 60;

    /** Which answer threads choose. */
    enum Policy {
        FIRST,
        SECOND
    }

    /** A head start: only the given threads move. */
    static final int NEVER = -1;

    /** A head start: newcomers run to their ends before others continue. */
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

    /** @param from stays unchanged */
    RoundMoves(Machine machine, Policy policy, State from, int headStart) {
        this.machine = machine;
        this.policy = policy;
        this.state = from.fork();
        this.threads = from.threadCount();
        this.start = ThreadPositions.of(from, threads);
        this.headStart = headStart;
    }

    /** The moves, if all given threads came back to where they started. */
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
        return !isBroken && ThreadPositions.of(state, threads).equals(start)
                ? Optional.of(List.copyOf(moves))
                : Optional.empty();
    }

    /** The state after the round. */
    State state() {
        return state;
    }

    /** The number of moves that newcomers have made. */
    int newcomersMoves() {
        return newcomersMoves;
    }

    private boolean goRound(int thread) {
        boolean isUnderWay = false;
        for (int made = 0; made < LONGEST; made++) {
            if (move(thread)) isUnderWay = true;
            else if (newcomer()) newcomersMoves++;
            else return false;
            if (isUnderWay && ThreadPositions.of(state, threads).equals(start)) return true;
        }
        return false;
    }

    private void newcomers(int most) {
        while (newcomersMoves < Math.min(most, LONGEST) && newcomer()) newcomersMoves++;
    }

    /** Lets one newcomer make a move, if it may and can. */
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

    /** Lets a thread that can move make a step; empty if that ends the run, after which the state is useless. */
    static Optional<Move> step(Machine machine, State state, int thread, Policy policy) {
        var chosen = new ArrayList<Long>();
        Outcome outcome = machine.step(
                state,
                thread,
                choice -> {
                    long answer = policy == Policy.FIRST || choice.isSpurious(1) ? 0 : 1;
                    chosen.add(answer);
                    return answer;
                },
                Observer.NONE);
        return outcome instanceof Outcome.Continued ? Optional.of(new Move(thread, chosen)) : Optional.empty();
    }
}
