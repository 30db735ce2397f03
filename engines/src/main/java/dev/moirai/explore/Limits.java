package dev.moirai.explore;

import dev.moirai.property.Reason;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.Optional;

/** Watches the time, states and memory that a search uses; the checks cost it next to nothing. */
final class Limits {
    /** Steps between two looks at the clock. */
    private static final int OFTEN = 1 << 5;
    /** Steps between two looks at the memory. */
    private static final int SELDOM = 1 << 16;

    private final ExploreOptions options;
    private final long begin = System.nanoTime();
    private long ticks;
    private long peak;

    Limits(ExploreOptions options) {
        this.options = options;
    }

    double seconds() {
        return (System.nanoTime() - begin) / 1e9;
    }

    /** The given time, or one part in {@code oneIn} of the remaining time if that is shorter. */
    Duration slice(Duration longest, int oneIn) {
        if (options.time().isZero()) return longest;
        long left = (options.time().toNanos() - (System.nanoTime() - begin)) / oneIn;
        return Duration.ofNanos(Math.clamp(left, 0, longest.toNanos()));
    }

    long peakBytes() {
        look();
        return peak;
    }

    private long look() {
        Runtime runtime = Runtime.getRuntime();
        long used = runtime.totalMemory() - runtime.freeMemory();
        peak = Math.max(peak, used);
        return used;
    }

    /** The limit that is reached; asked once a step. */
    Optional<Reason> reached(long states) {
        if (options.states() > 0 && states >= options.states()) {
            return reached(Reason.Kind.STATES, "limit of " + options.states() + " states");
        }
        ticks++;
        if (ticks % OFTEN == 0 && Thread.currentThread().isInterrupted()) return Optional.of(Reason.INTERRUPTED);
        if (ticks % OFTEN == 0
                && !options.time().isZero()
                && System.nanoTime() - begin > options.time().toNanos()) {
            return reached(Reason.Kind.TIME, "time limit of " + options.time().toMillis() / 1000.0 + " s");
        }
        if (ticks % SELDOM == 0 && look() > options.memory() && options.memory() > 0 && live() > options.memory()) {
            return reached(Reason.Kind.MEMORY, "memory limit of " + (options.memory() >> 20) + " MB");
        }
        return Optional.empty();
    }

    private static Optional<Reason> reached(Reason.Kind kind, String limit) {
        return Optional.of(new Reason(kind, limit + " reached"));
    }

    /** The memory in use after the last collection; what is in use now may be mostly garbage. */
    private static long live() {
        long sum = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() != MemoryType.HEAP) continue;
            MemoryUsage usage = pool.getCollectionUsage();
            if (usage != null) sum += usage.getUsed();
        }
        return sum;
    }
}
