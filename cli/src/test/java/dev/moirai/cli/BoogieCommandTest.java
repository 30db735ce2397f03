package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** Maps and values of datatypes, in JSON and in a file. */
    @Test
    void chosenValuesAreWrittenDown(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), """
            datatype List { Nil(), Cons(head: int, tail: List) }
            var m: [int]List;
            procedure main() {
              assume m[1] is Cons && m[1]->tail is Cons && m[2] == Nil();
              assert m[1]->head < 99999999999999999999;
            }
            """);
        String witness = folder.resolve("w.json").toString();
        var found = moirai("check", file.toString(), "--engine", "lazy", "--json", "--witness", witness);
        assertThat(found.exitCode()).isEqualTo(1);
        var replayed = moirai("run", file.toString(), "--schedule", witness, "--quiet");
        assertThat(replayed.lastLine()).startsWith("VERDICT: VIOLATED assertion at ");
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
    void namesLikeOursAreTheProgramsOwn(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("names.bpl"), """
            var moirai_active, moirai_done: bool;
            procedure t() modifies moirai_done; { moirai_done := true; }
            procedure main() modifies moirai_active, moirai_done;
            {
              moirai_active := true;
              moirai_done := false;
              async call t();
              assert moirai_active && !moirai_done;
            }
            """);
        for (String engine : List.of("explicit", "lazy", "order")) {
            var result = moirai("check", file.toString(), "--engine", engine, "--quiet");
            assertThat(result.lastLine()).startsWith("VERDICT: VIOLATED assertion");
        }
    }

    /** A lost update, over integers, with threads that are joined. */
    @Test
    void predictionsFollowIntegers() {
        var result = moirai("predict", EXAMPLES.resolve("counter.bpl").toString());
        assertThat(result.lastLine())
                .startsWith("VERDICT: VIOLATED assertion")
                .contains("counter.bpl:27")
                .endsWith("(1 violation)");
    }

    /** Sections that wait for each other keep their order; what lies between two of them may be torn apart. */
    @ParameterizedTest
    @CsvSource({"'', false", "'lock := 0; atomic { assume lock == 0; lock := by; }', true"})
    void predictionsKnowWaits(String between, boolean fails, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), """
            var x: int; var lock: int;
            procedure w(by: int) modifies x, lock; {
              var t: int;
              atomic { assume lock == 0; lock := by; }
              t := x;
              %s
              x := t + by;
              lock := 0;
            }
            procedure main() modifies x, lock; {
              var a, b: int;
              x := 0;
              lock := 0;
              async call w(1);
              call a := corral_getChildThreadID();
              async call w(2);
              call b := corral_getChildThreadID();
              join a;
              join b;
              assert x == 3;
            }
            """.formatted(between));
        for (int seed = 1; seed <= 3; seed++) {
            var result = moirai("predict", file.toString(), "--seed", Integer.toString(seed));
            assertThat(result.exitCode()).as(result.lastLine()).isEqualTo(fails ? 1 : 0);
        }
    }

    /** Rounds that lead on for ever are followed in bits: where values are mathematical, none is found, and nothing breaks. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "var r: real; procedure main() modifies r; { r := 1.0; while (r > 0.0) { r := r / 2.0; } }",
                "var m: [int]int; procedure main() modifies m; { m[0] := 5; while (m[0] > 0) { m[0] := m[0] + 1; } }"
            })
    void terminationOfMathematicalRounds(String text, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), text);
        var result = moirai("terminates", file.toString(), "--quiet", "--time", "20s");
        assertThat(result.lastLine()).startsWith("VERDICT: UNKNOWN").doesNotContain("internal error");
        assertThat(result.err()).isEmpty();
    }

    /** Waits of atomic sections, and timers, which run out at last if they are asked for ever. */
    @Test
    void terminationKnowsWaitsAndTimers() {
        var waits = moirai("terminates", EXAMPLES.resolve("fig1c.bpl").toString(), "--quiet");
        assertThat(waits.lastLine()).startsWith("VERDICT: NON-TERMINATING thread");
        var timer = moirai("terminates", EXAMPLES.resolve("timeout.bpl").toString(), "--quiet");
        assertThat(timer.lastLine()).endsWith("(unfair)");
        var skipped =
                moirai("terminates", EXAMPLES.resolve("timeout-skipped.bpl").toString(), "--quiet");
        assertThat(skipped.lastLine()).endsWith("(fair)");
    }
}
