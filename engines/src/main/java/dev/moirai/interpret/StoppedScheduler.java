package dev.moirai.interpret;

import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/** Follows another scheduler until a condition says to stop. */
public final class StoppedScheduler implements Scheduler {
    private final Scheduler scheduler;
    private final BooleanSupplier isEnough;

    public StoppedScheduler(Scheduler scheduler, BooleanSupplier isEnough) {
        this.scheduler = scheduler;
        this.isEnough = isEnough;
    }

    @Override
    public OptionalInt next(State state, int[] enabled) {
        return isEnough.getAsBoolean() ? OptionalInt.empty() : scheduler.next(state, enabled);
    }

    @Override
    public void stepped(State state) {
        scheduler.stepped(state);
    }

    @Override
    public long choose(Choice choice) {
        return scheduler.choose(choice);
    }
}
