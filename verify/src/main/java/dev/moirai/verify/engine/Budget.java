package dev.moirai.verify.engine;

import dev.moirai.property.Reason;
import dev.moirai.solve.Limit;
import java.time.Duration;
import java.util.Optional;

/**
 * What may be spent on a question: the time the user gave, of which reading the file was a part, until somebody cancels;
 * and a share of the memory.
 */
public final class Budget {
    /** The share of the memory at which an engine gives up in good order. */
    private static final double FULL = 0.9;

    /** The share that is its own beside others, which need some too. */
    private static final double BESIDE_OTHERS = 0.5;

    /** However late it is, so that a small program still gets its answer. */
    private static final Duration A_MOMENT = Duration.ofMillis(1);

    /** Longer than anybody waits. */
    private static final Duration FOR_EVER = Duration.ofDays(365);

    private final Optional<Duration> time;
    private final long began;
    private final Limit limit;
    private final double memory;

    private Budget(Optional<Duration> time, long began, Limit limit, double memory) {
        this.time = time;
        this.began = began;
        this.limit = limit;
        this.memory = memory;
    }

    /** The clock starts now. */
    public static Budget of(Optional<Duration> time) {
        return since(System.nanoTime(), time);
    }

    /** @param began when the clock started, by the system's nanoseconds */
    public static Budget since(long began, Optional<Duration> time) {
        return new Budget(time, began, limit(began, time), FULL);
    }

    private static Limit limit(long began, Optional<Duration> time) {
        if (time.isEmpty()) return Limit.none();
        Duration left = time.get().minusNanos(System.nanoTime() - began);
        return left.compareTo(A_MOMENT) < 0 ? Limit.of(A_MOMENT) : Limit.since(began, time.get());
    }

    /** For one engine among several: it can be cancelled alone. */
    public Budget besideOthers() {
        return new Budget(time, began, limit.within(FOR_EVER.plus(FOR_EVER)), BESIDE_OTHERS);
    }

    /** No longer than that; the reason for ending is still the time the user gave, once that is up. */
    public Budget atMost(Duration shorter) {
        return new Budget(time, began, limit.within(shorter), memory);
    }

    public Limit limit() {
        return limit;
    }

    public void cancel() {
        limit.cancel();
    }

    /** All the time that the user gave. */
    public Optional<Duration> time() {
        return time;
    }

    /** How much time is left; none if nobody set a limit. */
    public Optional<Duration> left() {
        Duration left = limit.atMost(FOR_EVER);
        if (left.equals(FOR_EVER)) return Optional.empty();
        return Optional.of(left.compareTo(A_MOMENT) < 0 ? A_MOMENT : left);
    }

    /** How many bytes of memory there are to fill. */
    public long bytes() {
        return (long) (Runtime.getRuntime().maxMemory() * memory);
    }

    /** Whether the time that the user gave is up. */
    public boolean isOver() {
        return time.isPresent() && System.nanoTime() - began >= time.get().toNanos();
    }

    /** Why all work on the question ends. */
    public Reason reason() {
        if (Interruption.isRequested() || time.isEmpty()) return Reason.INTERRUPTED;
        long millis = time.get().toMillis();
        String words = millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
        return new Reason(Reason.Kind.TIME, "time limit of " + words + " reached");
    }

    /** The same, and at what work: {@code time limit of 8 s reached while recording}. */
    public Reason reason(String where) {
        Reason reason = reason();
        return new Reason(reason.kind(), reason.words() + where);
    }
}
