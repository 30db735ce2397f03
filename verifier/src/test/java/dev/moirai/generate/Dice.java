package dev.moirai.generate;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** A seeded source of choices: the same seed writes the same program for ever. */
public final class Dice {
    private final Random random;

    public Dice(long seed) {
        this.random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
    }

    public int below(int bound) {
        return random.nextInt(bound);
    }

    public boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    @SafeVarargs
    public final <T> T one(T... options) {
        return options[random.nextInt(options.length)];
    }

    public <T> T one(List<T> options) {
        return options.get(random.nextInt(options.size()));
    }

    @SafeVarargs
    public final String write(Supplier<String>... writers) {
        return one(writers).get();
    }
}
