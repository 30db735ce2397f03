package dev.moirai.interpret;

import java.util.OptionalInt;
import java.util.SplittableRandom;

/** Any enabled thread, each as likely as the other; the same seed gives the same run. */
public final class RandomScheduler implements Scheduler {
    private final SplittableRandom random;
    private final Chooser values;

    public RandomScheduler(long seed) {
        this.random = new SplittableRandom(seed);
        this.values = new SeededValues(random.split());
    }

    @Override
    public OptionalInt next(State state, int[] enabled) {
        return OptionalInt.of(enabled.length == 1 ? enabled[0] : enabled[random.nextInt(enabled.length)]);
    }

    @Override
    public long choose(Choice choice) {
        return values.choose(choice);
    }
}
