package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.Backend;
import dev.moirai.verify.bounded.SearchBounds;
import dev.moirai.verify.engine.Workforce;
import dev.moirai.verify.input.Dump;
import dev.moirai.verify.input.Input;
import dev.moirai.verify.input.InputOptions;
import dev.moirai.witness.text.VerdictLine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares loops with counted iterations in the explicit search with loops that the order engine unwinds. */
class CountedLoopsTest {
    @TempDir
    Path folder;

    /** Loops of all kinds: with the test before or after the body, nested, with break and continue, by goto. */
    private static final List<String> LOOPS = List.of(
            "while (n < LIMIT) { n++; BODY }",
            "do { n++; BODY } while (n < LIMIT);",
            "for (int i = 0; i < LIMIT; i++) { n++; BODY }",
            "while (1) { if (n >= LIMIT) break; n++; BODY }",
            "while (1) { n++; BODY if (n >= LIMIT) break; }",
            "again: n++; BODY if (n < LIMIT) goto again;",
            "top: if (n < LIMIT) { n++; BODY goto top; }",
            "for (int i = 0; i < LIMIT; i++) { if (i == 1) continue; n++; BODY }",
            "for (int i = 0; i < 2; i++) for (int j = 0; j < LIMIT; j++) { n++; BODY }",
            "while (n < LIMIT && !done) { n++; BODY }",
            "for (;;) { n++; BODY if (done || n > LIMIT) return 0; }");

    private Verdict verdict(Path file, CheckEngine engine, int unwind) {
        var options = new Check.Options(
                Property.defaults(),
                engine,
                Check.Reduction.PARTIAL_ORDER,
                Long.MAX_VALUE,
                new SearchBounds(Optional.of(new Bounds(unwind, 2)), Map.of(), Optional.empty()),
                new Backend.Embedded("auto"),
                _ -> {},
                Optional.of(Duration.ofSeconds(60)),
                Workforce.ALONE,
                Check.Split.INTERLEAVINGS);
        return Check.check(new Input(file, InputOptions.DEFAULT, Dump.NOTHING), options)
                .verdict();
    }

    @Test
    void bothEnginesSayTheSameOfTheSameBounds() throws Exception {
        var random = new SplittableRandom(16);
        var kinds = new ArrayList<String>();
        for (String loop : LOOPS) {
            for (int i = 0; i < 3; i++) {
                int limit = random.nextInt(1, 5);
                int bad = random.nextInt(1, 7);
                int unwind = random.nextInt(1, 5);
                String body = random.nextBoolean() ? "shared = shared + 1;" : "shared = n; if (shared == 2) x++;";
                Path file = Files.writeString(folder.resolve("loop.c"), """
                    #include <assert.h>
                    #include <pthread.h>
                    static int shared, done, x;
                    static void *worker(void *unused) {
                        int n = 0;
                        %s
                        assert(shared != %d);
                        return unused;
                    }
                    int main(void) {
                        pthread_t t;
                        pthread_create(&t, 0, worker, 0);
                        shared = shared + 1;
                        done = 1;
                        pthread_join(t, 0);
                        return 0;
                    }
                    """.formatted(
                                loop.replace("LIMIT", "" + limit).replace("BODY", body), bad));
                Verdict explicit = verdict(file, CheckEngine.EXPLICIT, unwind);
                Verdict order = verdict(file, CheckEngine.ORDER, unwind);
                assertThat(VerdictLine.words(explicit))
                        .as(Files.readString(file) + "unwind " + unwind)
                        .isEqualTo(VerdictLine.words(order));
                kinds.add(explicit.getClass().getSimpleName());
            }
        }
        assertThat(kinds).contains("Holds", "HoldsWithin", "Violated");
    }

    @Test
    void whatIsNotComeToIsSaid() throws Exception {
        Path file = Files.writeString(folder.resolve("late.c"), """
            #include <assert.h>
            #include <pthread.h>
            static int cells[9];
            static void *worker(void *unused) { assert(cells[8] == 8); return unused; }
            int main(void) {
                pthread_t t;
                for (int i = 0; i < 9; i++) cells[i] = i;
                pthread_create(&t, 0, worker, 0);
                pthread_join(t, 0);
                return 0;
            }
            """);
        for (CheckEngine engine : List.of(CheckEngine.EXPLICIT, CheckEngine.ORDER)) {
            assertThat(VerdictLine.words(verdict(file, engine, 3)))
                    .as("%s", engine)
                    .contains(
                            "unwind=3",
                            "1 of 1 threads never started, 1 of 1 assertions never reached",
                            "late.c:7 never left");
            assertThat(VerdictLine.words(verdict(file, engine, 9)))
                    .as("%s", engine)
                    .isEqualTo("HOLDS");
        }
    }
}
