package dev.moirai.verify.terminates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.ir.Program;
import java.time.Duration;
import java.util.Optional;

/** Searches for endless runs, with more time than they need. */
final class RecurringRuns {
    private static final Duration AMPLE = Duration.ofSeconds(20);

    private RecurringRuns() {}

    static Optional<EndlessRun> search(Program program, String thread, boolean many) {
        return EndlessRun.recurring(program, thread, many, AMPLE);
    }

    /** No run is found, and not because time is up: the search ends by itself. */
    static void assertNone(Program program, String thread, boolean many) {
        long began = System.nanoTime();
        assertThat(search(program, thread, many)).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(AMPLE);
    }
}
