package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads as sequential Boogie programs, which are read again. */
class BoogieSequentialTest {
    private static final Path EXAMPLES = Path.of("..", "examples");

    /** A program, the bounds, and whether some run within them fails. */
    record Emitted(String example, String bounds, boolean fails) {}

    static List<Emitted> sequentialPrograms() {
        return List.of(
                new Emitted("boogie/counter.bpl", "--unwind 1 --rounds 2", true),
                new Emitted("boogie/counter.bpl", "--unwind 1 --rounds 1", false),
                new Emitted("boogie/bank.bpl", "--unwind 1 --rounds 2", false),
                new Emitted("boogie/swap.bpl", "--unwind 1 --rounds 2", false),
                new Emitted("boogie/fig1b.bpl", "--unwind 2 --rounds 2", false),
                new Emitted("boogie/philosophers.bpl", "--unwind 2 --rounds 2", false),
                new Emitted("boogie/optimistic-list.bpl", "--unwind 1 --rounds 2", false),
                new Emitted("boogie/optimistic-list-dropped.bpl", "--unwind 1 --rounds 2", false),
                new Emitted("check/counter-race.c", "--unwind 1 --rounds 2", true));
    }

    /** The sequential program, read again, has the verdict of the threads. */
    @ParameterizedTest
    @MethodSource("sequentialPrograms")
    void sequentialProgramHasTheSameVerdict(Emitted emitted, @TempDir Path folder) {
        String file = EXAMPLES.resolve(emitted.example).toString();
        String out = folder.resolve("sequential.bpl").toString();
        var direct = moirai(words("check", file, emitted.bounds, "--engine lazy --property assertion --quiet"));
        var written = moirai(words("sequentialize", file, emitted.bounds, "--for boogie -o", out));
        assertThat(written.exitCode()).as(written.err()).isZero();
        var read = moirai("check", out, "--engine", "lazy", "--quiet");
        assertThat(read.exitCode()).as(read.lastLine()).isEqualTo(emitted.fails ? 1 : 0);
        assertThat(direct.exitCode()).as(direct.lastLine()).isEqualTo(read.exitCode());
    }

    static List<Emitted> lassoPrograms() {
        return List.of(
                new Emitted("boogie/fig1a.bpl", "--stem 1 --lasso 1", false),
                new Emitted("boogie/fig1a.bpl", "--stem 2 --lasso 1", true),
                new Emitted("boogie/fig1a-no-reset.bpl", "--stem 2 --lasso 1", false),
                new Emitted("boogie/fig1b.bpl", "--stem 1 --lasso 2", true),
                new Emitted("boogie/fig1c.bpl", "--stem 1 --lasso 1", true),
                new Emitted("boogie/philosophers.bpl", "--stem 1 --lasso 1", true),
                new Emitted("boogie/timeout.bpl", "--stem 1 --lasso 2 --unwind 2", false),
                new Emitted("boogie/timeout-skipped.bpl", "--stem 1 --lasso 2 --unwind 2", true),
                new Emitted("boogie/optimistic-list.bpl", "--stem 0 --lasso 1 --unwind 1", false),
                new Emitted("boogie/optimistic-list-dropped.bpl", "--stem 0 --lasso 1 --unwind 1", false),
                new Emitted("boogie/bank.bpl", "--stem 1 --lasso 1 --unwind 1", false),
                new Emitted("boogie/counter.bpl", "--stem 1 --lasso 1 --unwind 1", false),
                new Emitted("boogie/swap.bpl", "--stem 1 --lasso 1 --unwind 1", false),
                new Emitted("livelock/fig1b.c", "--stem 1 --lasso 1", true));
    }

    /** The sequential program's assertion fails just if there is a lasso. */
    @ParameterizedTest
    @MethodSource("lassoPrograms")
    void lassoProgramHasTheSameVerdict(Emitted emitted, @TempDir Path folder) {
        String file = EXAMPLES.resolve(emitted.example).toString();
        String out = folder.resolve("lasso.bpl").toString();
        var direct = moirai(words("livelock", file, emitted.bounds, "--engine lasso --quiet"));
        var written = moirai(words("livelock", file, emitted.bounds, "--emit-sequential", out));
        assertThat(written.exitCode()).as(written.err()).isZero();
        var read = moirai("check", out, "--engine", "lazy", "--quiet");
        assertThat(read.exitCode()).as(read.lastLine()).isEqualTo(emitted.fails ? 1 : 0);
        assertThat(direct.exitCode()).as(direct.lastLine()).isEqualTo(read.exitCode());
    }

    /** Every example is written both ways, and read again. */
    @Test
    void everyExampleIsWritten() throws IOException {
        try (var files = Files.list(EXAMPLES.resolve("boogie"))) {
            var examples = files.map(file -> "boogie/" + file.getFileName())
                    .filter(name -> name.endsWith(".bpl"))
                    .toList();
            assertThat(lassoPrograms()).extracting(Emitted::example).containsAll(examples);
        }
    }

    /** The very first instruction is where the lasso begins, and what a call returned last is forgotten. */
    @Test
    void aLoopLeadsBackToAThreadsFirstInstruction(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), """
            var go: bool; var x: int;
            procedure two(n: int) returns (a: int, b: int) { a, b := n, n + 1; }
            procedure spin() modifies x; {
              var a, b: int;
              while (go) { call a, b := two(3); x := b; }
            }
            procedure stop() modifies go; { atomic { assume x == 5; go := false; } }
            procedure main() modifies go, x; { go := true; x := 4; async call spin(); async call stop(); }
            """);
        String bounds = "--stem 1 --lasso 1 --unwind 1";
        assertThat(moirai(words("livelock", file.toString(), bounds, "--engine lasso --quiet"))
                        .lastLine())
                .startsWith("VERDICT: VIOLATED livelock (fair non-termination)");
        String out = folder.resolve("lasso.bpl").toString();
        moirai(words("livelock", file.toString(), bounds, "--emit-sequential", out));
        assertThat(moirai("check", out, "--engine", "lazy", "--quiet").exitCode())
                .isEqualTo(1);
    }

    /** A node takes the place of another in every turn; the other thread waits before its very first instruction. */
    @Test
    void nodesMayTakeEachOthersPlaceInALasso(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), """
            type node;
            const unique nil: node;
            var top: node; var next: [node]node; var mark: [node]bool; var go: bool;
            procedure {:new} make() returns (n: node);
            procedure spin() modifies top, next, mark; {
              var n: node;
              while (go) { call n := make(); mark[n] := true; next[n] := nil; top := n; }
            }
            procedure stop() modifies go; { atomic { assume !mark[top]; go := false; } }
            procedure main() modifies top, next, mark, go; {
              var n: node;
              go := true;
              call n := make();
              mark[n] := true;
              top := n;
              async call spin();
              async call stop();
            }
            """);
        String[] asked = words("livelock", file.toString(), "--stem 1 --lasso 1 --unwind 2 --engine lasso --quiet");
        assertThat(moirai(asked).lastLine()).startsWith("VERDICT: VIOLATED livelock (fair non-termination)");
        String out = folder.resolve("lasso.bpl").toString();
        moirai(words("livelock", file.toString(), "--stem 1 --lasso 1 --unwind 2 --emit-sequential", out));
        assertThat(moirai("check", out, "--engine", "lazy", "--quiet").exitCode())
                .isEqualTo(1);
    }

    private static String[] words(String... parts) {
        return String.join(" ", parts).split(" ");
    }
}
