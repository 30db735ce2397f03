package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands record, predict and replay, as users call them. */
class PredictCommandTest {
    private static final Path EXAMPLES = Path.of("..", "examples", "predict");

    @TempDir
    Path folder;

    record Row(String file, List<String> options, String verdict, int violations) {
        static Row of(String line) {
            int quote = line.indexOf('"');
            String[] cells = line.split(",", -1);
            String verdict = quote < 0 ? cells[2] : line.substring(quote + 1, line.lastIndexOf('"'));
            List<String> options = cells[1].isEmpty() ? List.of() : Arrays.asList(cells[1].split(" "));
            return new Row(cells[0], options, verdict, Integer.parseInt(cells[cells.length - 1]));
        }
    }

    static List<Row> rows() throws IOException {
        return Files.readAllLines(EXAMPLES.resolve("verdicts.csv")).stream()
                .skip(1)
                .map(Row::of)
                .toList();
    }

    /** Every row of the table, from the C file; violations replay from their witnesses. */
    @ParameterizedTest
    @MethodSource("rows")
    void asInTheTable(Row row) {
        String file = EXAMPLES.resolve(row.file).toString();
        Path witness = folder.resolve("w.json");
        var words = new ArrayList<>(List.of("predict", file, "--witness", witness.toString()));
        words.addAll(row.options);
        var result = moirai(words.toArray(String[]::new));
        String last = result.out().lines().reduce((_, b) -> b).orElseThrow();
        if (row.violations == 0) {
            assertThat(last).isEqualTo("VERDICT: " + row.verdict);
            assertThat(result.exitCode()).isEqualTo(row.verdict.startsWith("HOLDS") ? 0 : 3);
        } else {
            assertThat(last)
                    .matches("VERDICT: " + row.verdict + " at .*" + row.file + ":\\d+ \\(" + row.violations
                            + " violations?\\)");
            assertThat(result.exitCode()).isEqualTo(1);
            var again = moirai("replay", witness.toString());
            assertThat(again.out())
                    .contains("replay: fails as the witness claims")
                    .contains("VERDICT: " + row.verdict);
            assertThat(again.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void everyExampleStandsInTheTable() throws IOException {
        Set<String> listed = rows().stream().map(Row::file).collect(Collectors.toSet());
        try (var files = Files.list(EXAMPLES)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".c")))
                    .isSubsetOf(listed);
        }
    }

    @Test
    void timeEndsAlsoTheBuildingOfFormulas() {
        String endless =
                EXAMPLES.resolveSibling("livelock").resolve("ticket-lock.c").toString();
        long began = System.nanoTime();
        var result = moirai("predict", endless, "--time", "2s");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(15));
        assertThat(result.out()).contains("VERDICT: UNKNOWN 2 candidates not decided");
    }

    @Test
    void aTraceSaysWhatItHasSeenAndPredictsTheSame() {
        String bank = EXAMPLES.resolve("bank.c").toString();
        Path trace = folder.resolve("bank.trace");
        var recorded = moirai("record", bank, "-o", trace.toString());
        assertThat(recorded.out())
                .contains("events of 3 threads, 2 locks, 3 shared locations")
                .contains("exit code 0");
        assertThat(recorded.exitCode()).isZero();
        var fromTrace = moirai("predict", trace.toString(), "--quiet");
        var fromFile = moirai("predict", bank, "--quiet");
        assertThat(fromTrace.out()).isEqualTo(fromFile.out()).contains("(3 violations)");
    }

    @Test
    void nothingToRecordIsAnError() throws IOException {
        Path file = folder.resolve("alone.c");
        Files.writeString(file, "int x; int main(void) { x = 1; return x - 1; }");
        var result = moirai(
                "record", file.toString(), "-o", folder.resolve("alone.trace").toString());
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("nothing to record");
    }

    /** The end of main ends the program; without interruptions that happens before any other thread has moved. */
    @Test
    void aRunInWhichOneThreadAloneDidSomethingIsMadeAgain() throws IOException {
        Path file = folder.resolve("impatient.c");
        Files.writeString(file, """
            #include <pthread.h>
            int x;
            void *other(void *unused) { x = 2; return 0; }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, 0, other, 0);
                x = 1;
                return 0;
            }
            """);
        var chosen = moirai("predict", file.toString(), "--seed", "0");
        assertThat(chosen.exitCode()).isEqualTo(2);
        assertThat(chosen.err()).contains("only one thread had events");
        var result = moirai("predict", file.toString(), "--property", "data-race");
        assertThat(result.out())
                .containsPattern("recorded, with seed [0-9]+, 3 events of 2 threads")
                .endsWith("VERDICT: VIOLATED data-race at " + file + ":3 (1 violation)\n");
    }

    /** The other thread comes to a lock that it never gets, so it has no event of its own. */
    @Test
    void aFailedRunCountsThoughOneThreadAloneDidSomething() throws IOException {
        Path file = folder.resolve("join-under-lock.c");
        Files.writeString(file, """
            #include <pthread.h>
            pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            void *other(void *unused) {
                pthread_mutex_lock(&m);
                pthread_mutex_unlock(&m);
                return 0;
            }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, 0, other, 0);
                pthread_mutex_lock(&m);
                pthread_join(thread, 0);
                pthread_mutex_unlock(&m);
                return 0;
            }
            """);
        var result = moirai("predict", file.toString(), "--property", "deadlock");
        assertThat(result.out())
                .contains("2 events of 1 thread, 1 lock")
                .endsWith("VERDICT: VIOLATED deadlock at " + file + ":4 (1 violation)\n");
    }

    @Test
    void damageIsAnErrorWithItsPlaceUnlessAPartWillDo() throws IOException {
        String bank = EXAMPLES.resolve("bank.c").toString();
        Path trace = folder.resolve("bank.trace");
        moirai("record", bank, "-o", trace.toString());
        byte[] whole = Files.readAllBytes(trace);
        Files.write(trace, Arrays.copyOf(whole, whole.length / 2));
        var cut = moirai("predict", trace.toString());
        assertThat(cut.exitCode()).isEqualTo(2);
        assertThat(cut.err())
                .contains("the trace breaks off at byte " + whole.length / 2)
                .contains("--allow-partial");
        assertThat(moirai("predict", trace.toString(), "--allow-partial").err())
                .contains("not even its first block is whole");
        byte[] damaged = whole.clone();
        damaged[whole.length / 2] ^= 0x40;
        Files.write(trace, damaged);
        assertThat(moirai("predict", trace.toString()).err()).contains("a checksum does not fit the block at byte");
        Files.writeString(trace, "no trace at all");
        assertThat(moirai("predict", trace.toString()).exitCode()).isEqualTo(2);
    }

    /** If the end of a trace is missing, only its last block is lost; the race is before it. */
    @Test
    void aPartOfATraceIsATrace() throws IOException {
        String server = Path.of("../bench/predict/server.c").toString();
        Path trace = folder.resolve("server.trace");
        moirai("record", server, "-D", "REQUESTS=25", "-o", trace.toString());
        byte[] whole = Files.readAllBytes(trace);
        Files.write(trace, Arrays.copyOf(whole, whole.length - 10));
        assertThat(moirai("predict", trace.toString()).exitCode()).isEqualTo(2);
        var partly = moirai("predict", trace.toString(), "--property", "data-race", "--allow-partial");
        assertThat(partly.exitCode()).isEqualTo(1);
        assertThat(partly.lastLine()).startsWith("VERDICT: VIOLATED data-race");
    }

    @Test
    void aTraceFitsOnlyItsProgram() throws IOException {
        Path file = folder.resolve("changing.c");
        Files.copy(EXAMPLES.resolve("lost-update.c"), file);
        Path trace = folder.resolve("changing.trace");
        moirai("record", file.toString(), "-o", trace.toString());
        Files.writeString(file, Files.readString(file).replace("counter + 1", "counter + 2"));
        var result = moirai("predict", trace.toString());
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("is no longer the program that was recorded");
    }

    @Test
    void aWitnessThatDoesNotFitSaysAtWhichStep() throws IOException {
        Path file = folder.resolve("changing.c");
        Files.copy(EXAMPLES.resolve("lost-update.c"), file);
        Path witness = folder.resolve("w.json");
        moirai("predict", file.toString(), "--property", "assertion", "--witness", witness.toString());
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "    counter = counter + 1;",
                                "    if (counter == 7) counter = 0;\n    counter = counter + 1;"));
        var result = moirai("replay", witness.toString());
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.out()).contains("the witness does not replay: ").contains("step ");
        var json = moirai("replay", witness.toString(), "--json");
        assertThat(json.exitCode()).isEqualTo(3);
        assertThat(json.out())
                .startsWith("{")
                .contains("\"verdict\": \"unknown\"")
                .contains("does not replay");
    }

    @Test
    void aReplayIsOneObjectToo() {
        String witness = folder.resolve("w.json").toString();
        moirai(
                "predict",
                EXAMPLES.resolve("lost-update.c").toString(),
                "--property",
                "assertion",
                "--witness",
                witness);
        var json = moirai("replay", witness, "--json");
        assertThat(json.exitCode()).isEqualTo(1);
        assertThat(json.out())
                .startsWith("{")
                .contains("\"verdict\": \"violated\"")
                .contains("\"kind\": \"assertion\"")
                .contains("\"engine\": \"replay\"")
                .contains("\"replayed\": true")
                .doesNotContain("VERDICT");
    }

    /** The sentence of the cause goes on with what the recorded run did, and JSON has it apart. */
    @Test
    void theRecordedRunIsHeldAgainstThePredictedOne() {
        String bank = EXAMPLES.resolve("bank.c").toString();
        assertThat(moirai("predict", bank, "--property", "assertion").out().replaceAll("\\s+", " "))
                .contains("; in the recorded run careless saw bob = 130 in line 22, set by careful (its step 10)");
        assertThat(moirai("predict", bank, "--property", "deadlock", "--json").out())
                .contains("\"instead\": \"careful ");
        assertThat(moirai("predict", bank, "--property", "data-race").out().replaceAll("\\s+", " "))
                .containsPattern("in the recorded run care\\w+ was first \\(its step \\d+\\) and care\\w+ came");
    }

    @Test
    void aRunThatFailsByItselfIsToldAsSuch() throws IOException {
        Path file = folder.resolve("failing.c");
        Files.writeString(
                file, Files.readString(EXAMPLES.resolve("lost-update.c")).replace("counter == 2", "counter == 3"));
        var result = moirai("predict", file.toString(), "--property", "assertion");
        assertThat(result.out()).contains("[seen in a recorded run]").contains("VERDICT: VIOLATED assertion");
    }
}
