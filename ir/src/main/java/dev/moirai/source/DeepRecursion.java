package dev.moirai.source;

import java.util.Optional;
import java.util.function.Supplier;

/** Deeply nested source is translated by deep recursion, so in a thread with a large stack. */
public final class DeepRecursion {
    private DeepRecursion() {}

    /**
     * The result of the work, or what it throws.
     *
     * @param name of the thread
     * @param file the one to name if even this stack is too small
     */
    public static <T> T run(String name, long stackBytes, String file, Supplier<T> work) {
        var result = new Object() {
            Optional<T> value = Optional.empty();
            Optional<RuntimeException> failure = Optional.empty();
            Optional<Error> error = Optional.empty();
        };
        Thread thread = Thread.ofPlatform().name(name).stackSize(stackBytes).unstarted(() -> {
            try {
                result.value = Optional.of(work.get());
            } catch (RuntimeException e) {
                result.failure = Optional.of(e);
            } catch (StackOverflowError e) {
                result.failure = Optional.of(InputException.about(file, "the program is nested too deeply"));
            } catch (Error e) {
                result.error = Optional.of(e);
            }
        });
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        if (result.failure.isPresent()) throw result.failure.get();
        if (result.error.isPresent()) throw result.error.get();
        return result.value.orElseThrow();
    }
}
