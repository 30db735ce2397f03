package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunCommandTest {
    private static final String HELLO = "../examples/run/hello.c";
    private static final String FLAKY = "../examples/run/flaky.c";

    @TempDir
    Path folder;

    @Test
    void printsWhatTheProgramPrintsAndHowItEnded() {
        var result = moirai("run", HELLO);
        assertThat(result.out())
                .contains("hello from Clotho\n")
                .contains("hello from Lachesis\n")
                .contains("run: ended with exit code 0 after ")
                .endsWith("VERDICT: HOLDS WITHIN this run\n");
        assertThat(result.exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "round-robin", "pct"})
    void sameSeedSameRun(String scheduler) {
        for (int seed = 0; seed < 5; seed++) {
            var first = moirai("run", FLAKY, "--scheduler", scheduler, "--seed", "" + seed, "--show-steps");
            var second = moirai("run", FLAKY, "--scheduler", scheduler, "--seed", "" + seed, "--show-steps");
            assertThat(first).isEqualTo(second);
        }
    }

    @Test
    void ofALongRunTheBeginningIsShown() throws IOException {
        Path file = folder.resolve("long.c");
        Files.writeString(file, "#include <sched.h>\nint main(void) { while (1) sched_yield(); }");
        var result = moirai("run", file.toString(), "--show-steps", "--max-steps", "30000");
        assertThat(result.out())
                .contains("and 10,000 more steps: --save-schedule FILE writes them all")
                .endsWith("VERDICT: HOLDS WITHIN the first 30000 steps of this run\n");
    }

    /** The failure depends on all five hundred steps; shown are those near it. */
    @Test
    void aLongFailureIsReadInAMinute() throws IOException {
        Path file = folder.resolve("long.c");
        Files.writeString(file, """
            #include <assert.h>
            #include <pthread.h>
            int shared;
            pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            void *producer(void *unused) {
                for (int i = 0; i < 40; i++) {
                    pthread_mutex_lock(&lock);
                    int seen = shared;
                    pthread_mutex_unlock(&lock);
                    pthread_mutex_lock(&lock);
                    shared = seen + 1;
                    pthread_mutex_unlock(&lock);
                }
                return 0;
            }
            int main(void) {
                pthread_t a, b;
                pthread_create(&a, 0, producer, 0);
                pthread_create(&b, 0, producer, 0);
                pthread_join(a, 0);
                pthread_join(b, 0);
                assert(shared == 80);
            }
            """);
        var result = moirai("run", file.toString(), "--seed", "3");
        assertThat(result.exitCode()).isEqualTo(ExitCode.VIOLATION);
        assertThat(result.out())
                .containsPattern("(?m)^how: producer.* saw shared = ")
                .contains("pthread_create(&a, 0, producer, 0);")
                .containsPattern("… \\d+ steps? of ");
        assertThat(result.out().lines().count()).isLessThan(120);
        assertThat(moirai("run", file.toString(), "--seed", "3", "--full")
                        .out()
                        .lines()
                        .count())
                .isGreaterThan(500);
    }

    @Test
    void aFailureIsShownSavedAndReproduced() throws IOException {
        Path saved = folder.resolve("flaky.json");
        int seed = 0;
        while (moirai("run", FLAKY, "--seed", "" + seed, "--save-schedule", saved.toString())
                        .exitCode()
                == 0) {
            assertThat(++seed).as("a seed that fails").isLessThan(100);
        }
        var failed = moirai("run", FLAKY, "--seed", "" + seed);
        assertThat(failed.out())
                .contains("1 hits")
                .contains("visit#2")
                .contains("saw hits = 0")
                .contains("set hits = 1")
                .contains("assertion failed")
                .contains("flaky.c:30");
        assertThat(failed.lastLine()).isEqualTo("VERDICT: VIOLATED assertion at " + FLAKY + ":30 (thread main)");
        assertThat(failed.exitCode()).isEqualTo(1);
        var again = moirai("run", FLAKY, "--schedule", saved.toString());
        assertThat(again.out().replaceAll("run: .*", "")).isEqualTo(failed.out().replaceAll("run: .*", ""));
        assertThat(again.exitCode()).isEqualTo(1);
        var other = moirai("run", HELLO, "--schedule", saved.toString());
        assertThat(other.err()).startsWith(saved + ": error: schedule does not fit at step ");
        assertThat(other.exitCode()).isEqualTo(2);
    }

    @Test
    void jsonIsOneObject() {
        var result = moirai("run", HELLO, "--json");
        assertThat(JsonReader.read(result.out())).isInstanceOfSatisfying(Json.Obj.class, object -> {
            assertThat(object.members()).containsKeys("file", "property", "verdict", "engine", "statistics");
            assertThat(object.members().get("verdict")).isEqualTo(Json.of("holds-within"));
            assertThat(object.members().get("output").toString()).contains("goodbye from main");
        });
        assertThat(result.err()).isEmpty();
    }

    @Test
    void quietPrintsTheProgramsOutputAndTheVerdict() {
        assertThat(moirai("run", HELLO, "--quiet").out().lines()).hasSize(4);
    }

    @Test
    void argumentsReachTheProgram() throws IOException {
        Path file = Files.writeString(folder.resolve("echo.c"), """
            #include <stdio.h>
            int main(int argc, char **argv) {
              for (int i = 1; i < argc; i++) printf("%s.", argv[i]);
              return 7;
            }
            """);
        var result = moirai("run", file.toString(), "--", "one", "--seed", "");
        assertThat(result.out()).startsWith("one.--seed..\nrun: ended with exit code 7 after ");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void stepsAreLimited() throws IOException {
        Path file = Files.writeString(folder.resolve("loop.c"), "volatile int x; int main(void) { for (;;) x++; }\n");
        var result = moirai("run", file.toString(), "--max-steps", "1000");
        assertThat(result.lastLine()).startsWith("VERDICT: HOLDS WITHIN the first 1000 steps of this run");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void timeIsLimitedInsideOneLongStepToo() throws IOException {
        Path file = Files.writeString(folder.resolve("loop.c"), "int main(void) { for (;;) ; }\n");
        long began = System.nanoTime();
        var result = moirai("run", file.toString(), "--time", "300ms", "--max-steps", "999999999999");
        assertThat((System.nanoTime() - began) / 1e9).isLessThan(20);
        assertThat(result.lastLine()).startsWith("VERDICT: ");
    }

    @Test
    void definesAndDataModelReachTheFrontEnd() throws IOException {
        Path file = Files.writeString(folder.resolve("model.c"), """
            #include <stdio.h>
            int main(void) { printf("%d %d\\n", (int) sizeof(long), SIZE); return 0; }
            """);
        assertThat(moirai("run", file.toString(), "-DSIZE=3").out()).startsWith("8 3\n");
        assertThat(moirai("run", file.toString(), "--32", "-D", "SIZE=4").out()).startsWith("4 4\n");
    }

    @Test
    void dumpShowsTheProgram() {
        assertThat(moirai("run", HELLO, "--dump", "translate").out())
                .contains("program ")
                .contains("greet");
        assertThat(moirai("run", HELLO, "--dump", "ir").out()).contains("greet");
    }
}
