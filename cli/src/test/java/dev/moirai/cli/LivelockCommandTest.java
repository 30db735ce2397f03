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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

    /** Each example with the verdicts that {@code examples/livelock/verdicts.csv} gives it. */
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
        // Takes half a minute: see docs/livelock.md.
        listed.add("optimistic-list.c");
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
                .contains("fair, as who does not move is never able to from then on");
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
    void badRequestsAreRefused() {
        String file = EXAMPLES.resolve("fig1b.c").toString();
        moirai("livelock").refusedWith("needs one C file");
        moirai("livelock", file, "--thread", "on", "--response", "g -> !g").refusedWith("exclude each other");
        moirai("livelock", file, "--engine", "explicit", "--stem", "1").refusedWith("bounds of --engine lasso");
        moirai("livelock", file, "--contexts", "2", "--stem", "1").refusedWith("--contexts says what");
        moirai("livelock", file, "--property", "memory").refusedWith("takes no --property");
        moirai("livelock", file, "--thread", "nobody").refusedWith("there is no thread 'nobody'");
        moirai("livelock", file, "--response", "h -> g").refusedWith("there is no global variable 'h'");
        moirai("livelock", file, "--response", "g").refusedWith("'->' is missing");
    }
}
