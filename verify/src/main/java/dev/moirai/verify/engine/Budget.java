package dev.moirai.verify.engine;

import dev.moirai.property.Reason;
import dev.moirai.solve.Limit;
import java.time.Duration;
import java.util.Optional;

/**
 * What may be spent on a question: the time that the user gave, which includes reading the file, a share of the memory,
 * and those who work on its parts. The work can also be cancelled.
 */
public final class Budget {
    /** The share of the memory that an engine may fill before it gives up. */
    private static final double FULL = 0.9;

    /** That share if other engines work beside it. */
    private static final double BESIDE_OTHERS = 0.5;

    /** The least time an engine gets even if time is up, so that a small program still gets its answer. */
    private static final Duration A_MOMENT = Duration.ofMillis(1);

    /** Stands for no limit. */
    private static final Duration FOR_EVER = Duration.ofDays(365);

    private final Optional<Duration> time;
    private final long began;
    private final Limit limit;
    private final double memory;
    private final Workforce workforce;

    private Budget(Optional<Duration> time, long began, Limit limit, double memory, Workforce workforce) {
        this.time = time;
        this.began = began;
        this.limit = limit;
        this.memory = memory;
        this.workforce = workforce;
    }

    /** A budget whose time starts now. */
    public static Budget of(Optional<Duration> time) {
        return since(System.nanoTime(), time);
    }

    /** @param began when the time started, by {@link System#nanoTime} */
    public static Budget since(long began, Optional<Duration> time) {
        return new Budget(time, began, limit(began, time), FULL, Workforce.ALONE);
    }

    /** A budget that ends with the limit. */
    public static Budget within(Limit limit) {
        Duration left = limit.atMost(FOR_EVER);
        Optional<Duration> time = left.equals(FOR_EVER) ? Optional.empty() : Optional.of(left);
        return new Budget(time, System.nanoTime(), limit.within(FOR_EVER), FULL, Workforce.ALONE);
    }

    private static Limit limit(long began, Optional<Duration> time) {
        if (time.isEmpty()) return Limit.none();
        Duration left = time.get().minusNanos(System.nanoTime() - began);
        return left.compareTo(A_MOMENT) < 0 ? Limit.of(A_MOMENT) : Limit.since(began, time.get());
    }

    /** The budget of one engine among several, which can be cancelled alone. */
    public Budget besideOthers() {
        return new Budget(time, began, limit.within(FOR_EVER.plus(FOR_EVER)), BESIDE_OTHERS, workforce);
    }

    /** A budget with at most that time. Once the time that the user gave is up, that is the reason it reports. */
    public Budget atMost(Duration shorter) {
        return new Budget(time, began, limit.within(shorter), memory, workforce);
    }

    /** The same budget with others who work on parts of the question. */
    public Budget with(Workforce others) {
        return new Budget(time, began, limit, memory, others);
    }

    public Limit limit() {
        return limit;
    }

    public Workforce workforce() {
        return workforce;
    }

    public void cancel() {
        limit.cancel();
    }

    /** The whole time that the user gave. */
    public Optional<Duration> time() {
        return time;
    }

    /** How much time is left; empty if there is no limit. */
    public Optional<Duration> left() {
        Duration left = limit.atMost(FOR_EVER);
        if (left.equals(FOR_EVER)) return Optional.empty();
        return Optional.of(left.compareTo(A_MOMENT) < 0 ? A_MOMENT : left);
    }

    /** How many bytes of memory may be filled. */
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

    /** The same with the work that was interrupted: {@code time limit of 8 s reached while recording}. */
    public Reason reason(String where) {
        Reason reason = reason();
        return new Reason(reason.kind(), reason.words() + where);
    }
}
