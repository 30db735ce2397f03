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
import org.junit.jupiter.params.provider.ValueSource;

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
                new Emitted("check/counter-race.c", "--unwind 1 --rounds 2", true),
                new Emitted("check/bank-transfer-race.c", "--unwind 2 --rounds 2", true),
                new Emitted("check/bounded-buffer-if.c", "--unwind 2 --rounds 2", true),
                new Emitted("check/lost-wakeup.c", "--unwind 2 --rounds 2", false),
                new Emitted("check/readers-writers-mutex.c", "--unwind 2 --rounds 2", false),
                new Emitted("check/rendezvous.c", "--unwind 2 --rounds 2", false),
                new Emitted("check/seqlock-no-recheck.c", "--unwind 2 --rounds 2", true),
                new Emitted("check/spinlock-tas.c", "--unwind 2 --rounds 2", false));
    }

    /** The sequential program, read again, has the verdict of the threads. */
    @ParameterizedTest
    @MethodSource("sequentialPrograms")
    void sequentialProgramHasTheSameVerdict(Emitted emitted, @TempDir Path folder) {
        String file = EXAMPLES.resolve(emitted.example).toString();
        String out = folder.resolve("sequential.bpl").toString();
        var direct = moirai(words("check", file, emitted.bounds, "--engine lazy --property assertion --quiet"));
        var written = moirai(words("sequentialize", file, emitted.bounds, "--property assertion --for boogie -o", out));
        assertThat(written.exitCode()).as(written.err()).isZero();
        var read = moirai("check", out, "--engine", "lazy", "--quiet");
        assertThat(read.exitCode()).as(read.lastLine()).isEqualTo(emitted.fails ? 1 : 0);
        assertThat(direct.exitCode()).as(direct.lastLine()).isEqualTo(read.exitCode());
    }

    /** Arrays that main has on its stack are globals of the text. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void arraysOfMain(boolean locked, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.c"), """
            #include <assert.h>
            #include <pthread.h>
            pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
            int x;
            void *add(void *unused) { %s int t = x; x = t + 1; %s return 0; }
            int main(void) {
              pthread_t threads[2];
              int expected[2] = {1, 1};
              for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, add, 0);
              for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
              assert(x == expected[0] + expected[1]);
              return 0;
            }
            """.formatted(
                        locked ? "pthread_mutex_lock(&mutex);" : "", locked ? "pthread_mutex_unlock(&mutex);" : ""));
        String out = folder.resolve("sequential.bpl").toString();
        assertThat(moirai(words(
                                "sequentialize",
                                file.toString(),
                                "--unwind 2 --rounds 3",
                                "--property assertion --for boogie -o",
                                out))
                        .exitCode())
                .isZero();
        assertThat(moirai("check", out, "--engine", "lazy", "--quiet").exitCode())
                .isEqualTo(locked ? 0 : 1);
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
                new Emitted("boogie/torn-copy.bpl", "--stem 1 --lasso 1 --unwind 1", false),
                new Emitted("livelock/fig1a.c", "--stem 2 --lasso 1 --unwind 3", true),
                new Emitted("livelock/fig1a-no-reset.c", "--stem 2 --lasso 1 --unwind 3", false),
                new Emitted("livelock/fig1b.c", "--stem 1 --lasso 1", true),
                new Emitted("livelock/fig1c.c", "--stem 1 --lasso 1", true),
                new Emitted("livelock/peterson.c", "--stem 1 --lasso 1", false),
                new Emitted("livelock/spinlock-starvation.c", "--stem 1 --lasso 1", true),
                new Emitted("livelock/take-away.c", "--stem 1 --lasso 1", false),
                new Emitted("livelock/weak-lock.c", "--stem 1 --lasso 1", false));
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

    /** A C program, and how it is said to fail; what cannot be written has its words. */
    record InC(String text, String bounds, String verdict) {}

    static List<InC> programsInC() {
        String threads = "#include <assert.h>\n#include <pthread.h>\n";
        return List.of(
                // Arrays of structs start as zero.
                new InC("struct { int a; int b; } g[3]; int main(void) { assert(g[1].b == 0); }", "", "holds"),
                new InC(
                        "struct { int a; int b[2]; } g[3]; int main(void) { g[1].b[1] = 1; assert(!g[1].b[1]); }",
                        "",
                        "fails"),
                new InC(
                        "union { int i; char c; } u; int main(void) { u.i = 1; assert(u.c == 0); }",
                        "",
                        "a union in Boogie"),
                new InC(
                        "int x = 258; int main(void) { assert(*(char *)&x == 2); }",
                        "",
                        "memory of type i32 as i8 in Boogie"),
                // An address is a number that can be compared.
                new InC("int a, b; int *p; int main(void) { p = &a; assert(p && p != &b && p == &a); }", "", "holds"),
                new InC("int a, *p; int main(void) { p = &a; *p = 1; }", "", "memory reached by a pointer in Boogie"),
                new InC(
                        threads
                                + "_Thread_local int own; int all; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;void"
                                + " *t(void *u) { own++; pthread_mutex_lock(&m); all += own; pthread_mutex_unlock(&m);"
                                + " return u; }int main(void) { pthread_t x, y; pthread_create(&x, 0, t, 0);"
                                + " pthread_create(&y, 0, t, 0);pthread_join(x, 0); pthread_join(y, 0); assert(all =="
                                + " 2 && own == 0); }",
                        "",
                        "holds"),
                // All elements of an array belong to a state, by their places, not by their bytes.
                new InC(
                        threads + "int a[2]; void *up(void *u) { while (1) a[1]++; }"
                                + "int main(void) { pthread_t t; pthread_create(&t, 0, up, 0); pthread_join(t, 0); }",
                        "--stem 1 --lasso 1",
                        "holds"),
                new InC(
                        threads + "int a[2]; void *up(void *u) { while (1) a[1] ^= 1; }"
                                + "int main(void) { pthread_t t; pthread_create(&t, 0, up, 0); pthread_join(t, 0); }",
                        "--stem 1 --lasso 1 --unwind 3",
                        "fails"));
    }

    @ParameterizedTest
    @MethodSource("programsInC")
    void memoryOfC(InC program, @TempDir Path folder) throws IOException {
        String head = program.text.startsWith("#") ? "" : "#include <assert.h>\n";
        String file =
                Files.writeString(folder.resolve("p.c"), head + program.text).toString();
        String out = folder.resolve("out.bpl").toString();
        var written = program.bounds.isEmpty()
                ? moirai(words("sequentialize", file, "--property assertion --for boogie -o", out))
                : moirai(words("livelock", file, program.bounds, "--emit-sequential", out));
        if (written.exitCode() != 0) {
            assertThat(written.err()).contains("not supported: " + program.verdict);
            return;
        }
        var read = moirai("check", out, "--engine", "lazy", "--quiet");
        assertThat(read.exitCode()).as(read.lastLine()).isEqualTo(program.verdict.equals("fails") ? 1 : 0);
        assertThat(program.verdict).isIn("fails", "holds");
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
