package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Boogie files on the command line. */
class BoogieCommandTest {
    private static final Path EXAMPLES = Path.of("..", "examples", "boogie");

    record Row(String command, String file, String arguments, String verdict) {
        static Row of(String line) {
            String[] cells = line.split(",", 4);
            return new Row(cells[0], cells[1], cells[2], cells[3]);
        }
    }

    static List<Row> rows() throws IOException {
        return Files.readAllLines(EXAMPLES.resolve("verdicts.csv")).stream()
                .skip(1)
                .map(Row::of)
                .toList();
    }

    /** Each example has the verdicts that {@code examples/boogie/verdicts.csv} lists. */
    @ParameterizedTest
    @MethodSource("rows")
    void example(Row row) {
        var words =
                new ArrayList<>(List.of(row.command, EXAMPLES.resolve(row.file).toString(), "--quiet"));
        for (String word : row.arguments.split(" ")) if (!word.isEmpty()) words.add(word);
        var result = moirai(words.toArray(String[]::new));
        boolean violated = row.verdict.startsWith("VIOLATED");
        if (violated) assertThat(result.lastLine()).startsWith("VERDICT: " + row.verdict + " at ");
        else assertThat(result.lastLine()).isEqualTo("VERDICT: " + row.verdict);
        assertThat(result.exitCode()).isEqualTo(violated ? 1 : 0);
    }

    @Test
    void everyExampleStandsInTheTable() throws IOException {
        Set<String> listed = rows().stream().map(Row::file).collect(Collectors.toSet());
        listed.add("verdicts.csv");
        try (var files = Files.list(EXAMPLES)) {
            assertThat(files.map(file -> file.getFileName().toString())).isSubsetOf(listed);
        }
    }

    @Test
    void witnessIsReplayed(@TempDir Path folder) {
        String file = EXAMPLES.resolve("counter.bpl").toString();
        String witness = folder.resolve("w.json").toString();
        moirai("check", file, "--engine", "explicit", "--witness", witness);
        var replayed = moirai("run", file, "--schedule", witness);
        assertThat(replayed.lastLine()).startsWith("VERDICT: VIOLATED assertion at ");
        assertThat(replayed.exitCode()).isEqualTo(1);
    }

    @Test
    void entryIsNamed(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), """
            procedure good() { assert true; }
            procedure bad() { assert false; }
            """);
        assertThat(moirai("check", file.toString(), "--entry", "good", "--engine", "explicit")
                        .lastLine())
                .isEqualTo("VERDICT: HOLDS");
        assertThat(moirai("check", file.toString(), "--entry", "bad", "--engine", "explicit")
                        .exitCode())
                .isEqualTo(1);
        var unknown = moirai("check", file.toString(), "--entry", "goood");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("there is no procedure goood").contains("did you mean good?");
    }

    @Test
    void sequentialProgramIsBoogieThatWeRead(@TempDir Path folder) {
        for (String example : List.of("fig1b.bpl", "counter.bpl", "philosophers.bpl")) {
            String file = EXAMPLES.resolve(example).toString();
            String out = folder.resolve(example).toString();
            var written = moirai("sequentialize", file, "--unwind", "2", "--rounds", "2", "-o", out);
            assertThat(written.exitCode()).as(written.err()).isZero();
            var read = moirai("run", out, "--seed", "1");
            assertThat(read.exitCode()).as(read.err()).isNotEqualTo(2);
        }
    }

    @Test
    void lassoProgramIsBoogieThatWeRead(@TempDir Path folder) {
        for (String example : List.of("boogie/fig1b.bpl", "livelock/fig1b.c")) {
            String file = EXAMPLES.resolveSibling(example).toString();
            String out = folder.resolve("lasso.bpl").toString();
            var written = moirai("livelock", file, "--emit-sequential", out, "--stem", "1", "--lasso", "1");
            assertThat(written.exitCode()).as(written.err()).isZero();
            var read = moirai("run", out, "--seed", "1");
            assertThat(read.exitCode()).as(read.err()).isNotEqualTo(2);
        }
    }

    /** Whatever stands in a file, the answer is a message or a verdict. */
    @Test
    void mutatedFilesAreToldInWords(@TempDir Path folder) throws IOException {
        var random = new Random(20);
        var texts = new ArrayList<String>();
        for (String name : List.of("counter.bpl", "bank.bpl", "fig1c.bpl", "optimistic-list.bpl")) {
            if (Files.exists(EXAMPLES.resolve(name))) texts.add(Files.readString(EXAMPLES.resolve(name)));
        }
        for (int i = 0; i < 60; i++) {
            Path file = Files.writeString(
                    folder.resolve("m" + i + ".bpl"), BoogieMutation.of(texts.get(i % texts.size()), random));
            var result = moirai("run", file.toString(), "--seed", "1", "--quiet");
            assertThat(result.err())
                    .as(file.toString())
                    .doesNotContain("internal error")
                    .doesNotContain("\tat ");
            if (result.exitCode() == 2) assertThat(result.err()).contains("error: ");
        }
    }
}
