package dev.moirai.verify;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Holds work to its time, whatever it does: the work runs in a thread of its own, is interrupted when its time is up, and
 * is left behind if it does not listen. What is left behind dies with the process.
 */
public final class TimeLimit {
    /** How long interrupted work may take to hand over what it has. */
    private static final Duration GRACE = Duration.ofMillis(1500);

    private TimeLimit() {}

    /** What the work yields, or nothing if it did not end in time. */
    public static <T> Optional<T> within(Optional<Duration> limit, Supplier<T> work) {
        var result = new CompletableFuture<T>();
        var worker = new Thread(() -> complete(result, work), "moirai-worker");
        worker.setDaemon(true);
        worker.start();
        if (limit.isEmpty()) return Optional.of(join(result));
        var inTime = await(result, limit.get());
        if (inTime.isPresent()) return inTime;
        worker.interrupt();
        try {
            return await(result, GRACE);
        } catch (RuntimeException _) {
            return Optional.empty(); // that is how it took the interruption
        }
    }

    private static <T> void complete(CompletableFuture<T> result, Supplier<T> work) {
        try {
            result.complete(work.get());
        } catch (Throwable e) {
            result.completeExceptionally(e);
        }
    }

    private static <T> T join(CompletableFuture<T> result) {
        try {
            return result.get();
        } catch (ExecutionException e) {
            throw rethrown(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static <T> Optional<T> await(CompletableFuture<T> result, Duration time) {
        try {
            return Optional.of(result.get(time.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw rethrown(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static RuntimeException rethrown(ExecutionException e) {
        return switch (e.getCause()) {
            case RuntimeException cause -> cause;
            case Error cause -> throw cause;
            case null, default -> new IllegalStateException(e);
        };
    }
}
