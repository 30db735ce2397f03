package dev.moirai.verify.engine;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Holds work to its time, whatever it does: the work runs in a thread of its own and is interrupted when its time is up
 * or the user interrupts ({@link Interruption}). If it does not react, it is abandoned and ends with the process.
 */
public final class TimeLimit {
    /** How long interrupted work may take to return its result. */
    private static final Duration GRACE = Duration.ofMillis(1000);

    private static final Duration A_YEAR = Duration.ofDays(365);

    private TimeLimit() {}

    /** The result of the work; nothing if it did not end in time. */
    public static <T> Optional<T> within(Optional<Duration> limit, Supplier<T> work) {
        if (Interruption.isRequested()) return Optional.empty();
        var result = new CompletableFuture<T>();
        var worker = new Thread(() -> complete(result, work), "moirai-worker");
        worker.setDaemon(true);
        worker.start();
        var stopped = new CompletableFuture<Boolean>();
        try (var _ = Interruption.stopping(() -> stopped.complete(true))) {
            // Without a limit, the work has a year.
            Optional<T> inTime = first(result, stopped, limit.orElse(A_YEAR));
            if (inTime.isPresent()) return inTime;
        }
        worker.interrupt();
        try {
            return await(result, GRACE);
        } catch (RuntimeException _) {
            return Optional.empty(); // thrown by the work because it was interrupted
        }
    }

    private static <T> void complete(CompletableFuture<T> result, Supplier<T> work) {
        try {
            result.complete(work.get());
        } catch (Throwable e) {
            result.completeExceptionally(e);
        }
    }

    /** Waits for the result; nothing if the time is up or the work is stopped before. */
    private static <T> Optional<T> first(
            CompletableFuture<T> result, CompletableFuture<Boolean> stopped, Duration time) {
        try {
            CompletableFuture.anyOf(result, stopped).get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException _) {
            // the result is taken below
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
