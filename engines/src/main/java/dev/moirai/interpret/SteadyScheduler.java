package dev.moirai.interpret;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Schedules as a real machine does: a thread runs on until it must wait, and is interrupted now and then. Tests usually
 * see such runs, and they seldom fail. The same seed gives the same run; seed 0 interrupts a thread only after {@link
 * #TURN} steps.
 */
public final class SteadyScheduler implements Scheduler {
    /** A thread is interrupted once in so many steps. */
    private static final int INTERRUPTION = 32;
    /** A thread that runs for so many steps is interrupted, because it may be waiting in a loop for another thread. */
    private static final int TURN = 1000;

    private final SplittableRandom random;
    private final Chooser values;
    private final boolean interrupts;
    private int current;
    private int turn;

    public SteadyScheduler(long seed) {
        this.random = new SplittableRandom(seed);
        this.values = new SeededValues(random.split());
        this.interrupts = seed != 0;
    }

    @Override
    public OptionalInt next(State state, int[] enabled) {
        int[] busy = state.notIdle(enabled);
        boolean goesOn = Arrays.binarySearch(busy, current) >= 0
                && turn++ < TURN
                && !(interrupts && random.nextInt(INTERRUPTION) == 0);
        if (!goesOn) {
            current = another(busy);
            turn = 0;
        }
        return OptionalInt.of(current);
    }

    /** The thread to switch to: the next by number with seed 0, else any busy one. */
    private int another(int[] busy) {
        if (interrupts) return busy[random.nextInt(busy.length)];
        for (int thread : busy) if (thread > current) return thread;
        return busy[0];
    }

    @Override
    public long choose(Choice choice) {
        return values.choose(choice);
    }
}
