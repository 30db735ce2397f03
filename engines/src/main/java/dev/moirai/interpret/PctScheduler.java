package dev.moirai.interpret;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010). Every thread has a
 * random priority and the highest enabled one runs; at {@code depth - 1} random steps the running thread falls below
 * all others.
 *
 * <p>Claim: with {@code n} threads and at most {@code length} steps a bug that needs {@code depth} ordering constraints
 * is found with probability at least {@code 1 / (n * length^(depth - 1))}. A thread that only yields or spins can
 * starve the others for ever, so after {@code length} steps without progress of another thread it falls below all
 * others too.
 */
public final class PctScheduler implements Scheduler {
    private final SplittableRandom random;
    private final Chooser values;
    private final long[] changes;
    private final int patience;
    /** Thread numbers, highest priority first. */
    private final List<Integer> order = new ArrayList<>();

    private int known;
    private long step;
    private int last = -1;
    private int alone;

    public PctScheduler(long seed, int depth, int length) {
        if (depth < 1 || length < 1) throw new IllegalArgumentException("depth and length must be at least 1");
        this.random = new SplittableRandom(seed);
        this.values = new SeededValues(random.split());
        this.changes = random.longs(depth - 1L, 0, length).sorted().toArray();
        this.patience = length;
    }

    @Override
    public OptionalInt next(State state, int[] enabled) {
        while (known < state.threadCount()) order.add(random.nextInt(order.size() + 1), known++);
        int[] among = random.nextInt(RandomScheduler.IDLE_CHANCE) == 0 ? enabled : state.notIdle(enabled);
        int chosen = highest(among);
        alone = chosen == last ? alone + 1 : 0;
        if (Arrays.binarySearch(changes, step) >= 0 || alone > patience) {
            order.remove((Integer) chosen);
            order.add(chosen);
            chosen = highest(among);
            alone = 0;
        }
        last = chosen;
        step++;
        return OptionalInt.of(chosen);
    }

    private int highest(int[] enabled) {
        for (int thread : order) if (Arrays.binarySearch(enabled, thread) >= 0) return thread;
        return enabled[0];
    }

    @Override
    public long choose(Choice choice) {
        return values.choose(choice);
    }
}
