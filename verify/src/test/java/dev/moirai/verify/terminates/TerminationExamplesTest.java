package dev.moirai.verify.terminates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.verify.terminates.Terminates.Method;
import dev.moirai.verify.terminates.Terminates.Options;
import dev.moirai.verify.terminates.TerminationSuite.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Asks each engine about one example of each kind; {@link TerminationSuite} asks about all. */
class TerminationExamplesTest {
    private static final Options OPTIONS = Options.DEFAULT.within(Duration.ofSeconds(60));

    static List<Arguments> answers() {
        var expected = List.of(
                List.of("choice.c", "first", "modular"),
                List.of("choice.c", "second", "modular"),
                List.of("lock-decrement.c", "decrement", "non-modular"),
                List.of("lock-decrement.c", "assign", "endless-fair"),
                List.of("lock-decrement-owner.c", "decrement", "modular"),
                List.of("wait-for-thread-handle.c", "creator", "modular"),
                List.of("wait-for-thread-handle.c", "created", "endless-unfair"),
                List.of("tickets-any.c", "main", "modular"),
                List.of("copies-count-down.c", "worker", "modular"),
                List.of("copies-count-down.c", "main", "endless-fair"),
                List.of("copies-reset.c", "worker", "endless-fair"),
                List.of("threads-until-stopped.c", "main", "endless-unfair"),
                List.of("gcd.c", "worker", "modular"),
                List.of("halving.c", "worker", "modular"),
                List.of("unsigned-fits.c", "counter", "modular"),
                List.of("unsigned-wraps.c", "counter", "endless-fair"),
                List.of("waits-then-loops.c", "waiter", "endless-fair"),
                List.of("three-frames.c", "worker#3", "modular"),
                List.of("limit-falls.c", "counter", "modular"),
                List.of("array-fill.c", "worker", "modular"),
                List.of("semaphore-credits.c", "spender", "modular"),
                List.of("semaphore-ping-pong.c", "first", "endless-fair"),
                List.of("deadlock.c", "first", "modular"),
                List.of("data-in-struct.c", "worker", "modular"),
                List.of("recursion.c", "worker", "refused"));
        var all = new ArrayList<Arguments>();
        for (Method method : List.of(Method.HORN, Method.REFINE)) {
            for (List<String> row : expected) {
                all.add(Arguments.of(method, "terminates/" + row.get(0), row.get(1), row.get(2)));
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource
    void answers(Method method, String file, String thread, String expected) throws IOException {
        Row row = TerminationSuite.rows().stream()
                .filter(r -> r.file().equals(file) && r.thread().equals(thread))
                .findFirst()
                .orElseThrow();
        String answer = TerminationSuite.ask(row, OPTIONS.with(method));
        assertThat(answer).isEqualTo(expected);
        assertThat(row.isContradictedBy(answer)).isFalse();
    }

    @Test
    void everyExampleStandsInTheTable() throws IOException {
        var listed = TerminationSuite.rows().stream().map(Row::file).collect(Collectors.toSet());
        try (var files = Files.list(TerminationSuite.EXAMPLES.resolve("terminates"))) {
            assertThat(files.map(file -> "terminates/" + file.getFileName()).filter(name -> name.endsWith(".c")))
                    .isSubsetOf(listed);
        }
    }
}
