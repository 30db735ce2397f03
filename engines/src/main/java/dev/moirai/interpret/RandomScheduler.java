package dev.moirai.interpret;

import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Picks any enabled thread, all with the same probability, except that spurious wake-ups and time-outs are rare. The
 * same seed gives the same run.
 */
public final class RandomScheduler implements Scheduler {
    /** Idle threads are considered in one choice out of so many. */
    static final int IDLE_CHANCE = 8;

    private final SplittableRandom random;
    private final Chooser values;

    public RandomScheduler(long seed) {
        this.random = new SplittableRandom(seed);
        this.values = new SeededValues(random.split());
    }

    @Override
    public OptionalInt next(State state, int[] enabled) {
        if (enabled.length == 1) return OptionalInt.of(enabled[0]);
        int[] among = random.nextInt(IDLE_CHANCE) == 0 ? enabled : state.notIdle(enabled);
        return OptionalInt.of(among[random.nextInt(among.length)]);
    }

    @Override
    public long choose(Choice choice) {
        return values.choose(choice);
    }
}
