package dev.moirai.verify.engine;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Holds work to its time, whatever it does: the work runs in a thread of its own, is interrupted when its time is up or the
 * user wants no more of it ({@link Interruption}), and is left behind if it does not listen. What is left behind dies with
 * the process.
 */
public final class TimeLimit {
    /** How long interrupted work may take to hand over what it has. */
    private static final Duration GRACE = Duration.ofMillis(1000);

    private static final Duration A_YEAR = Duration.ofDays(365);

    private TimeLimit() {}

    /** What the work yields, or nothing if it did not end in time. */
    public static <T> Optional<T> within(Optional<Duration> limit, Supplier<T> work) {
        if (Interruption.isRequested()) return Optional.empty();
        var result = new CompletableFuture<T>();
        var worker = new Thread(() -> complete(result, work), "moirai-worker");
        worker.setDaemon(true);
        worker.start();
        var stopped = new CompletableFuture<Boolean>();
        try (var _ = Interruption.stopping(() -> stopped.complete(true))) {
            // Longer than anybody waits, where there is no limit.
            Optional<T> inTime = first(result, stopped, limit.orElse(A_YEAR));
            if (inTime.isPresent()) return inTime;
        }
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

    /** The result, unless the time is over or it is stopped before. */
    private static <T> Optional<T> first(
            CompletableFuture<T> result, CompletableFuture<Boolean> stopped, Duration time) {
        try {
            CompletableFuture.anyOf(result, stopped).get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException _) {
            // what came of it is asked for below
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
        return await(result, Duration.ZERO);
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
