package dev.moirai.interpret;

import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Threads take turns; a turn lasts a number of steps (the quantum), or until the thread waits. Idle threads wake up
 * only if no other can move.
 */
public final class RoundRobinScheduler implements Scheduler {
    private final int quantum;
    private final Chooser values;
    private int current;
    private int used;

    public RoundRobinScheduler(int quantum, long seed) {
        if (quantum < 1) throw new IllegalArgumentException("quantum must be at least 1, not " + quantum);
        this.quantum = quantum;
        this.values = new SeededValues(new SplittableRandom(seed));
    }

    @Override
    public OptionalInt next(State state, int[] enabled) {
        int from = used < quantum ? current : current + 1;
        int[] busy = state.notIdle(enabled);
        int chosen = busy[0];
        for (int thread : busy) {
            if (thread >= from) {
                chosen = thread;
                break;
            }
        }
        used = chosen == current && used < quantum ? used + 1 : 1;
        current = chosen;
        return OptionalInt.of(chosen);
    }

    @Override
    public long choose(Choice choice) {
        return values.choose(choice);
    }
}
