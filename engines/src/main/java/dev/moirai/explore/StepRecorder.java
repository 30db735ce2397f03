package dev.moirai.explore;

import dev.moirai.explore.NextUses.Use;
import dev.moirai.explore.SeenAccesses.Access;
import dev.moirai.explore.SeenAccesses.Effect;
import dev.moirai.interpret.Chooser;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import java.util.Arrays;

/** Makes steps and writes down what they do. */
final class StepRecorder implements Observer {
    private final Machine machine;
    private final SeenAccesses accesses;
    private final SeenFutures futures;
    private final NextUses uses;
    private long[] ended = new long[8];
    private int endedCount;
    private boolean news;

    StepRecorder(Machine machine, SeenAccesses accesses, SeenFutures futures, NextUses uses) {
        this.machine = machine;
        this.accesses = accesses;
        this.futures = futures;
        this.uses = uses;
    }

    /** Whether some step since the last question did what nobody had done there before. */
    boolean sawNews() {
        boolean saw = news;
        news = false;
        return saw;
    }

    @Override
    public void ended(long address, long bytes) {
        if (endedCount + 2 > ended.length) ended = Arrays.copyOf(ended, ended.length * 2);
        ended[endedCount++] = address;
        ended[endedCount++] = bytes;
    }

    Outcome step(State state, int thread, LocalPoint from, Chooser chooser) {
        standsBefore(state, thread, from);
        int threads = state.threadCount();
        endedCount = 0;
        Outcome outcome = machine.step(state, thread, chooser, this);
        if (!(outcome instanceof Outcome.Continued)) return outcome;
        for (int i = 0; i < endedCount; i += 2) {
            does(state, from, accesses.places().of(state, ended[i], ended[i + 1]), Effect.WRITE);
        }
        if (state.hasEnded(thread)) {
            does(state, from, accesses.places().life(thread), Effect.ENDING);
        } else {
            LocalPoint to = futures.point(state, thread);
            news |= futures.leads(from, to);
            standsBefore(state, thread, to);
        }
        for (int born = threads; born < state.threadCount(); born++) {
            news |= futures.leads(from, futures.point(state, born));
        }
        return outcome;
    }

    /**
     * What a thread is about to do counts as seen when it gets there: others may keep it from doing it, and that is no
     * reason not to try them in another order.
     */
    private void standsBefore(State state, int thread, LocalPoint point) {
        for (Use use : uses.of(state, thread)) {
            int access = accesses.number(new Access(thread, use.place(), use.effect()));
            news |= accesses.made(access, state, use.lock());
            news |= futures.does(point, point.first, access);
        }
    }

    private void does(State state, LocalPoint from, int place, Effect effect) {
        int access = accesses.number(new Access(from.thread, place, effect));
        news |= accesses.made(access, state, NextUses.NO_LOCK);
        news |= futures.does(from, from.rest, access);
    }

    /** Where all threads stand after one has moved. */
    LocalPoint[] after(LocalPoint[] before, State state, int moved) {
        LocalPoint[] points = Arrays.copyOf(before, state.threadCount());
        points[moved] = state.hasEnded(moved) ? before[moved] : futures.point(state, moved);
        for (int born = before.length; born < points.length; born++) points[born] = futures.point(state, born);
        return points;
    }
}
