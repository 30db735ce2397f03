package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SequentializeCommandTest {
    @TempDir
    Path folder;

    static Stream<Path> examples() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(Path.of("../examples"))) {
            // Programs that need a real machine cannot be sequentialized.
            files = all.filter(file -> file.toString().endsWith(".c"))
                    .filter(file -> !file.toString().contains("/native/"))
                    // The files of a project are no programs by themselves.
                    .filter(file -> !file.toString().contains("/project/"))
                    // Streams use errno, a thread-local whose address is known: refused, see below.
                    .filter(file -> !file.endsWith("run/lines.c"))
                    .sorted()
                    .toList();
        }
        return files.stream();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleCompilesWithoutWarnings(Path example) throws Exception {
        Path out = folder.resolve("seq.c");
        var result = moirai("sequentialize", example.toString(), "--for", "gcc", "-o", out.toString());
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(run("gcc", "-Wall", "-Werror", "-c", "-o", "/dev/null", out.toString()))
                .isZero();
    }

    private static final String HANDED_OVER = """
        #include <pthread.h>
        static _Thread_local int own;
        static int *seen;
        static int *place(void) { return &own; }
        static void *work(void *unused) { USE; return unused; }
        int main(void) {
            pthread_t thread;
            pthread_create(&thread, 0, work, 0);
            pthread_join(thread, 0);
            return seen != 0;
        }
        """;

    /** As {@code errno} is accessed. */
    @Test
    void aFunctionMayHandOverTheAddressOfAThreadLocal() throws Exception {
        Path program =
                Files.writeString(folder.resolve("handed.c"), HANDED_OVER.replace("USE", "*place() = *place() + 1"));
        var result = moirai("sequentialize", program.toString(), "--for", "gcc");
        assertThat(result.exitCode()).as(result.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "seen = place()",
                "int *p = place(); seen = p",
                "int *p = &own; seen = p",
                "int *(*f)(void) = place; seen = f()"
            })
    void whatIsHandedOverMustNotBeKept(String use) throws Exception {
        Path program = Files.writeString(folder.resolve("kept.c"), HANDED_OVER.replace("USE", use));
        var result = moirai("sequentialize", program.toString(), "--for", "gcc");
        assertThat(result.exitCode()).as(result.out()).isEqualTo(2);
        assertThat(result.err()).contains("the end of a thread-local to which others may point");
    }

    @Test
    void theEndOfAThreadLocalThatOthersMaySeeIsRefused() throws Exception {
        Path program = Files.writeString(folder.resolve("local.c"), """
            #include <pthread.h>
            static _Thread_local int own;
            static int *seen;
            static void *work(void *unused) { seen = &own; return unused; }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, 0, work, 0);
                pthread_join(thread, 0);
                return *seen;
            }
            """);
        var result = moirai("sequentialize", program.toString(), "--for", "gcc");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("local.c:4").contains("the end of a thread-local to which others may point");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cbmc", "esbmc"})
    void verifiersGetTheirOwnWords(String tool) throws Exception {
        var result = moirai("sequentialize", "../examples/check/counter-race.c", "--for", tool);
        assertThat(result.exitCode()).isZero();
        Path out = folder.resolve("seq.c");
        Files.writeString(out, result.out());
        assertThat(result.out())
                .contains(tool.equals("cbmc") ? "__CPROVER_assume" : "__ESBMC_assume")
                .contains("J(1, point_2)")
                .contains("counter-race.c:");
        assertThat(run("gcc", "-Wall", "-Werror", "-c", "-o", "/dev/null", out.toString()))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fig1b", "philosophers-trylock", "async-assert", "optimistic-list", "rwlock-pthread"})
    void theSearchForALassoCompilesWithoutWarnings(String name) throws Exception {
        Path out = folder.resolve("lasso.c");
        String example = "../examples/livelock/" + name + ".c";
        String file = out.toString();
        var result = moirai("sequentialize", example, "--lasso", "--stem", "1", "--lasso-rounds", "2", "-o", file);
        assertThat(result.out()).contains("stem=1 lasso=2 unwind=2");
        assertThat(Files.readString(out)).containsOnlyOnce("livelock: a fair run goes on for ever");
        assertThat(run("gcc", "-Wall", "-Werror", "-c", "-o", "/dev/null", file))
                .isZero();
    }

    @Test
    void runNativelySomeSeedFailsWhereTheProgramCan() throws Exception {
        assertThat(failingSeeds("../examples/check/unlock-foreign.c")).isPositive();
        assertThat(failingSeeds("../examples/check/counter.c")).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "counter-race",
                "input-limit",
                "relock",
                "bounded-buffer-if",
                "treiber-stack-aba",
                "readers-writers-mutex",
                "lost-wakeup"
            })
    void counterexamplesFailNatively(String name) throws Exception {
        String example = "../examples/check/" + name + ".c";
        Path choices = folder.resolve("choices.txt");
        var violated = moirai("check", example, "--engine", "lazy", "--rounds", "2", "--choices", choices.toString());
        assertThat(violated.exitCode()).as(violated.out() + violated.err()).isEqualTo(1);
        Path program = compiled(example);
        Process process = new ProcessBuilder(program.toString(), choices.toString()).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(1);
        // VERDICT: VIOLATED property at FILE:LINE (thread T)
        String[] verdict = violated.lastLine().split(" ");
        assertThat(said).startsWith("violated: " + verdict[2]);
        if (!verdict[2].equals("deadlock")) assertThat(said).contains(verdict[4]);
    }

    /** Whoever does not look for bad accesses stops before them all the same, in both programs alike. */
    @Test
    void counterexamplesFailNativelyWithoutMemoryErrorsToo() throws Exception {
        Path source = Files.writeString(folder.resolve("late.c"), """
            #include <assert.h>
            #include <pthread.h>
            int seen[3];
            void *visit(void *at) { seen[*(int *) at]++; return 0; }
            int main(void) {
                pthread_t t[2];
                int i;
                for (i = 0; i < 2; i++) pthread_create(&t[i], 0, visit, &i);
                for (int j = 0; j < 2; j++) pthread_join(t[j], 0);
                assert(seen[0] == 1);
                return 0;
            }
            """);
        String choices = folder.resolve("choices.txt").toString();
        String out = folder.resolve("out.c").toString();
        String program = folder.resolve("program").toString();
        List<String> bounds = List.of("--unwind", "2", "--rounds", "2", "--property", "assertion,deadlock");
        var check = new ArrayList<>(List.of("check", source.toString(), "--engine", "lazy", "--choices", choices));
        check.addAll(bounds);
        assertThat(moirai(check.toArray(String[]::new)).exitCode()).isEqualTo(1);
        var write = new ArrayList<>(List.of("sequentialize", source.toString(), "--for", "gcc", "-o", out));
        write.addAll(bounds);
        assertThat(moirai(write.toArray(String[]::new)).exitCode()).isZero();
        assertThat(run("gcc", "-fwrapv", "-fno-strict-aliasing", "-o", program, out))
                .isZero();
        assertThat(new ProcessBuilder(program, choices).start().waitFor()).isEqualTo(1);
    }

    @Test
    void choicesThatEndTooEarlyAreSaidSo() throws Exception {
        Path choices = Files.writeString(folder.resolve("choices.txt"), "a remark\n0 (and another)\n");
        Process process =
                new ProcessBuilder(compiled("../examples/check/counter-race.c").toString(), choices.toString()).start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("no choice left\n");
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void bitFieldsLeaveAloneWhatLiesBesideThem() throws Exception {
        Path file = folder.resolve("bits.c");
        Files.writeString(file, """
            #include <assert.h>
            #include <pthread.h>
            struct { unsigned a : 17; unsigned char c; } x;
            int main(void) {
              x.c = 90;
              x.a = 0x1ffff;
              assert(x.a == 0x1ffff && x.c == 90);
              return 0;
            }
            """);
        assertThat(failingSeeds(file.toString())).isZero();
    }

    private int failingSeeds(String example) throws Exception {
        Path program = compiled(example);
        int failing = 0;
        for (int seed = 1; seed <= 40; seed++) failing += run(program.toString(), "--seed", "" + seed);
        return failing;
    }

    private Path compiled(String example) throws Exception {
        Path out = folder.resolve("seq.c");
        Path program = folder.resolve("seq");
        assertThat(moirai("sequentialize", example, "--for", "gcc", "-o", out.toString())
                        .exitCode())
                .isZero();
        assertThat(run("gcc", "-fwrapv", "-fno-strict-aliasing", "-o", program.toString(), out.toString()))
                .isZero();
        return program;
    }

    @Test
    void aSectionEnteredOnOneWayOnlyIsRefusedByName() throws Exception {
        Path file = folder.resolve("sometimes.c");
        Files.writeString(file, """
            #include <pthread.h>
            void __VERIFIER_atomic_begin(void);
            void __VERIFIER_atomic_end(void);
            int __VERIFIER_nondet_int(void);
            int x;
            void *worker(void *unused) {
                int c = __VERIFIER_nondet_int();
                if (c) __VERIFIER_atomic_begin();
                x = x + 1;
                if (c) __VERIFIER_atomic_end();
                return 0;
            }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, 0, worker, 0);
                x = 3;
                return 0;
            }
            """);
        var result = moirai("sequentialize", file.toString(), "--unwind", "1", "--rounds", "1");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("sometimes.c:8", "an atomic section that control enters or leaves by a jump");
    }

    @Test
    void badBoundsAreRefused() {
        assertThat(moirai("sequentialize", "../examples/check/counter.c", "--rounds", "0")
                        .exitCode())
                .isEqualTo(2);
        assertThat(moirai("sequentialize", "../examples/check/counter.c", "--unwindset", "x")
                        .exitCode())
                .isEqualTo(2);
        assertThat(moirai("sequentialize", "missing.c").exitCode()).isEqualTo(2);
    }

    private static int run(String... words) throws Exception {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
