package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LivelockCommandTest {
    private static final Path EXAMPLES = Path.of("..", "examples", "livelock");

    record Row(String file, String arguments, String verdict) {
        static Row of(String line) {
            String[] cells = line.split(",", 3);
            return new Row(cells[0], cells[1], cells[2]);
        }
    }

    static List<Row> rows() throws IOException {
        return Files.readAllLines(EXAMPLES.resolve("verdicts.csv")).stream()
                .skip(1)
                .map(Row::of)
                .toList();
    }

    /** Each example has the verdicts that {@code examples/livelock/verdicts.csv} lists. */
    @ParameterizedTest
    @MethodSource("rows")
    void example(Row row) {
        var words =
                new ArrayList<>(List.of("livelock", EXAMPLES.resolve(row.file).toString(), "--quiet"));
        for (String word : row.arguments.split(" ")) if (!word.isEmpty()) words.add(word);
        var result = moirai(words.toArray(String[]::new));
        boolean violated = row.verdict.startsWith("VIOLATED");
        assertThat(result.lastLine()).isEqualTo("VERDICT: " + row.verdict + (violated ? place(result.lastLine()) : ""));
        assertThat(result.exitCode()).isEqualTo(violated ? 1 : 0);
    }

    private static String place(String line) {
        int at = line.indexOf(" at ..");
        return at < 0 ? " at some line" : line.substring(at);
    }

    @Test
    void everyExampleStandsInTheTable() throws IOException {
        Set<String> listed = rows().stream().map(Row::file).collect(Collectors.toSet());
        listed.add("verdicts.csv");
        listed.add("take-away.c"); // proofOfTerminationSaysSo
        try (var files = Files.list(EXAMPLES)) {
            assertThat(files.map(file -> file.getFileName().toString())).isSubsetOf(listed);
        }
    }

    @Test
    void lassoIsExplained() {
        var result = moirai("livelock", EXAMPLES.resolve("fig1b.c").toString());
        assertThat(result.out())
                .contains("from here on, for ever")
                .contains("back to step 6")
                .contains("everything is as it was before step 6")
                .contains("off and on go on for ever")
                .contains("main waits for ever for thread off to end")
                .contains("fair to all: a thread that does not move is not able to, from then on");
    }

    @Test
    void jsonHasTheLassosStart() {
        var result = moirai("livelock", EXAMPLES.resolve("fig1b.c").toString(), "--json");
        assertThat(JsonReader.read(result.out())).isInstanceOfSatisfying(Json.Obj.class, report -> {
            assertThat(report.members().get("lassoStart")).isEqualTo(new Json.Whole(5));
            assertThat(report.members().get("replayed")).isEqualTo(new Json.Bool(true));
        });
    }

    @Test
    void proofOfTerminationSaysSo() {
        var result = moirai("livelock", EXAMPLES.resolve("take-away.c").toString());
        assertThat(result.out()).contains("every thread ends, assuming: ").contains("terminates: ");
        assertThat(result.lastLine()).isEqualTo("VERDICT: HOLDS");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--engine explicit", "--fairness weak", "--fairness none --stem 1 --lasso 1", "--thread on"})
    void lassoReplays(String question, @TempDir Path folder) throws IOException {
        Path witness = witness(folder, "fig1b.c", question.split(" "));
        var again = moirai("replay", witness.toString());
        assertThat(again.out()).contains("run twice, the lasso leads back to where it begins");
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(moirai("replay", witness.toString(), "--native").lastLine())
                .isEqualTo("VERDICT: UNKNOWN not shown natively: the execution never ends");
    }

    @Test
    void lassoThatDoesNotCloseOrIsUnfairIsRefused(@TempDir Path folder) throws IOException {
        Path unfair = witness(folder, "fig1a-no-reset.c", "--fairness", "none");
        Files.writeString(unfair, Files.readString(unfair).replace("\"none\"", "\"strong\""));
        assertThat(moirai("replay", unfair.toString()).lastLine()).contains("is left out unfairly");

        Path open = witness(folder, "fig1b.c");
        Files.writeString(open, Files.readString(open).replace("\"lassoStart\": 5", "\"lassoStart\": 6"));
        assertThat(moirai("replay", open.toString()).lastLine())
                .startsWith("VERDICT: UNKNOWN the witness does not replay");
    }

    @Test
    void missingResponseReplays(@TempDir Path folder) throws IOException {
        for (String engine : List.of("explicit", "lasso")) {
            Path witness = witness(folder, "late-question.c", "--engine", engine, "--response", "asked -> answered");
            assertThat(moirai("replay", witness.toString()).exitCode()).isEqualTo(1);
            Files.writeString(witness, Files.readString(witness).replace("asked -> answered", "answered -> asked"));
            assertThat(moirai("replay", witness.toString()).lastLine()).contains("nothing is owed when the run ends");
        }
    }

    /** Accesses to memory that no other thread knows need no context switch, but every loop needs one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "while (!stop) { int *p = malloc(sizeof(int)); *p = 1; free(p); } int *q = malloc(sizeof(int)); *q ="
                        + " 2; known = q;",
                "int *p = malloc(sizeof(int)); *p = 0; while (*p == 0) *p = 0; known = p;"
            })
    void loopOverMemoryOfItsOwnIsFound(String loop, @TempDir Path folder) throws IOException {
        Path file = folder.resolve("own.c");
        Files.writeString(file, """
            #include <pthread.h>
            #include <stdlib.h>
            int stop;
            int *known;
            void *own(void *unused) { %s return 0; }
            int main(void) {
                pthread_t t;
                pthread_create(&t, 0, own, 0);
                if (known) *known = 3;
                pthread_join(t, 0);
                return 0;
            }
            """.formatted(loop));
        var result = moirai("livelock", file.toString(), "--stem", "1", "--lasso", "1");
        assertThat(result.lastLine()).startsWith("VERDICT: VIOLATED livelock (fair non-termination)");
    }

    /** {@code while (1);} makes visible steps only in the search for endless runs. */
    @Test
    void quietLoopReplays(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("quiet.c");
        Files.writeString(file, """
            #include <pthread.h>
            int x;
            void *spin(void *unused) { x = 1; while (1); return 0; }
            int main(void) {
                pthread_t t;
                pthread_create(&t, 0, spin, 0);
                pthread_join(t, 0);
                return 0;
            }
            """);
        Path witness = folder.resolve("quiet.json");
        moirai("livelock", file.toString(), "--witness", witness.toString());
        assertThat(moirai("replay", witness.toString()).exitCode()).isEqualTo(1);
        var run = moirai("run", file.toString(), "--schedule", witness.toString());
        assertThat(run.out()).contains("stopped after 4 steps");
    }

    private static Path witness(Path folder, String example, String... words) {
        Path witness = folder.resolve("witness.json");
        var all = new ArrayList<>(List.of("livelock", EXAMPLES.resolve(example).toString()));
        all.addAll(List.of(words));
        all.addAll(List.of("--witness", witness.toString()));
        assertThat(moirai(all.toArray(String[]::new)).exitCode()).isEqualTo(1);
        return witness;
    }

    @Test
    void badRequestsAreRefused() {
        String file = EXAMPLES.resolve("fig1b.c").toString();
        moirai("livelock").refusedWith("needs a C file");
        moirai("livelock", file, "--thread", "on", "--response", "g -> !g").refusedWith("exclude each other");
        moirai("livelock", file, "--engine", "explicit", "--stem", "1").refusedWith("bounds of --engine lasso");
        moirai("livelock", file, "--contexts", "2", "--stem", "1").refusedWith("--contexts says what");
        moirai("livelock", file, "--property", "memory").refusedWith("takes no --property");
        moirai("livelock", file, "--thread", "nobody").refusedWith("there is no thread 'nobody'");
        moirai("livelock", file, "--response", "h -> g").refusedWith("there is no global variable 'h'");
        moirai("livelock", file, "--response", "g").refusedWith("'->' is missing");
    }
}
