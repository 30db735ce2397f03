package dev.moirai.solve;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * When a check has to end: at a time, after a number of looks, or when somebody cancels it, from whatever thread. One
 * limit may serve many checks, one after the other or side by side.
 */
public final class Limit {
    private final boolean endless;
    private final long deadline;
    private final Duration allowed;
    private final Optional<Limit> outer;
    private volatile boolean cancelled;

    /** How many more times {@link #isReached} may be asked before the limit counts as reached. */
    private final AtomicLong looks;

    private final Optional<Event> event;

    /** Something that ends a check when it is seen to have happened. */
    private record Event(BooleanSupplier hasHappened, String words) {}

    private Limit(boolean endless, long began, Duration allowed, Optional<Limit> outer, long looks) {
        this(endless, began, allowed, outer, looks, Optional.empty());
    }

    private Limit(
            boolean endless, long began, Duration allowed, Optional<Limit> outer, long looks, Optional<Event> event) {
        this.event = event;
        this.looks = new AtomicLong(looks);
        this.endless = endless;
        this.outer = outer;
        this.allowed = allowed;
        this.deadline = began + (endless ? 0 : allowed.toNanos());
    }

    public static Limit none() {
        return new Limit(true, 0, Duration.ZERO, Optional.empty(), Long.MAX_VALUE);
    }

    /** A limit that is reached {@code time} from now. */
    public static Limit of(Duration time) {
        return since(System.nanoTime(), time);
    }

    /** @param began when the clock started, by the system's nanoseconds */
    public static Limit since(long began, Duration time) {
        // Nanoseconds cannot count a duration this long; it is as good as none.
        boolean endless = time.compareTo(Duration.ofDays(10_000)) > 0;
        return new Limit(endless, began, time, Optional.empty(), Long.MAX_VALUE);
    }

    /** A shorter limit inside this one: reached when either is. */
    public Limit within(Duration time) {
        return new Limit(false, System.nanoTime(), time, Optional.of(this), Long.MAX_VALUE);
    }

    /**
     * A shorter limit inside this one, reached after {@link #isReached} was asked {@code count} times. Our own solvers
     * ask after fixed numbers of conflicts and decisions, some hundred times a second, so this limit is reached at the
     * same point on every machine; a time would not be.
     */
    public Limit withinLooks(long count) {
        return new Limit(true, 0, Duration.ZERO, Optional.of(this), count);
    }

    /** A limit inside this one, reached also when something has happened, which {@code words} name. */
    public Limit until(BooleanSupplier hasHappened, String words) {
        var event = new Event(hasHappened, words);
        return new Limit(true, 0, Duration.ZERO, Optional.of(this), Long.MAX_VALUE, Optional.of(event));
    }

    public void cancel() {
        cancelled = true;
    }

    public boolean isReached() {
        return cancelled
                || looks.getAndDecrement() <= 0
                || (!endless && System.nanoTime() - deadline >= 0)
                || (outer.isPresent() && outer.get().isReached())
                || (event.isPresent() && event.get().hasHappened().getAsBoolean());
    }

    /** Whether the limit was reached because time is up, and not because somebody cancelled it. */
    public boolean isTimeUp() {
        if (outer.isPresent() && outer.get().isReached()) return outer.get().isTimeUp();
        return !cancelled && event.isEmpty() && isReached();
    }

    /** The shorter of {@code longest} and the time left. */
    public Duration atMost(Duration longest) {
        if (isReached()) return Duration.ZERO;
        Duration own = endless ? longest : Duration.ofNanos(deadline - System.nanoTime());
        Duration left = outer.map(limit -> limit.atMost(longest)).orElse(longest);
        Duration least = own.compareTo(left) < 0 ? own : left;
        return least.compareTo(longest) < 0 ? least : longest;
    }

    /** Milliseconds to wait before asking again; at most 20, because a cancellation wakes nobody. */
    long patienceMillis() {
        if (endless) return 20;
        return Math.clamp((deadline - System.nanoTime()) / 1_000_000 + 1, 1, 20);
    }

    /** Why the limit was reached, for an {@link Satisfiability.Unknown}. */
    public String reason() {
        if (outer.isPresent() && outer.get().isReached()) return outer.get().reason();
        if (looks.get() < 0) return "effort spent";
        if (event.isPresent() && !cancelled) return event.get().words();
        return cancelled ? "interrupted" : "time limit of " + allowed.toMillis() / 1000.0 + " s reached";
    }
}
