package dev.moirai.interpret;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Picks any enabled thread, but some threads far more often than others, and now and then these change. Where all have
 * the same probability, in long runs all are equally fast: a thread that has much to copy never comes to its end
 * before the others. The same seed gives the same run.
 */
public final class UnevenScheduler implements Scheduler {
    /** The fastest threads are faster than the slowest by this power of two. */
    private static final int SPEEDS = 5;
    /** How often speeds change in a run, on average. */
    private static final int CHANGES = 3;

    private final SplittableRandom random;
    private final Chooser values;
    private final int length;
    private int[] speeds = {};

    /** @param length how many steps runs of this program take, roughly */
    public UnevenScheduler(long seed, int length) {
        this.random = new SplittableRandom(seed);
        this.values = new SeededValues(random.split());
        this.length = Math.max(length, CHANGES);
    }

    @Override
    public OptionalInt next(State state, int[] enabled) {
        if (random.nextInt(length) < CHANGES) speeds = new int[0];
        for (int thread = speeds.length; thread < state.threadCount(); thread++) {
            speeds = Arrays.copyOf(speeds, thread + 1);
            speeds[thread] = 1 << random.nextInt(SPEEDS);
        }
        if (enabled.length == 1) return OptionalInt.of(enabled[0]);
        int[] among = random.nextInt(RandomScheduler.IDLE_CHANCE) == 0 ? enabled : state.notIdle(enabled);
        int all = 0;
        for (int thread : among) all += speeds[thread];
        int point = random.nextInt(all);
        for (int thread : among) {
            point -= speeds[thread];
            if (point < 0) return OptionalInt.of(thread);
        }
        throw new IllegalStateException("nobody is at " + point);
    }

    @Override
    public long choose(Choice choice) {
        return values.choose(choice);
    }
}
