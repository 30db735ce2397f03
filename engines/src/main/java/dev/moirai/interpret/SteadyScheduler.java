package dev.moirai.interpret;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * As a real machine does it: a thread runs on until it must wait, and is interrupted now and then. Runs of this kind are
 * what testing sees, and seldom fail. The same seed gives the same run; seed 0 never interrupts but for busy waiting.
 */
public final class SteadyScheduler implements Scheduler {
    /** A thread is interrupted once in so many steps. */
    private static final int INTERRUPTION = 32;
    /** Whoever runs so long may be waiting for somebody in a loop. */
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

    /** The next by number, or any other. */
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
