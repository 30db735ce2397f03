package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After Ctrl-C a process reports what it knows, and the exit code is 130. */
class InterruptionTest {
    private static final List<String> LISTENING = List.of("env", "--default-signal=INT");

    @TempDir
    Path folder;

    private record Interrupted(int exitCode, String out, String err) {}

    /** Starts a command, waits until it reports {@code point} as progress, and interrupts it. */
    private Interrupted interrupt(String point, String... words) throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of("/bin/kill")) || Files.isExecutable(Path.of("/usr/bin/kill")), "needs kill");
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        var command = new ArrayList<String>();
        // A shell lets its background jobs, and so all that they start, ignore Ctrl-C.
        if (isInterruptIgnored()) {
            assumeTrue(canListenAgain(), "the tests ignore Ctrl-C, and env has no --default-signal to undo that");
            command.addAll(LISTENING);
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-Xss16m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(words));
        command.add("--verbose");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
            while (!Files.readString(err).contains(point)) {
                assertThat(process.isAlive())
                        .as(Files.readString(out) + Files.readString(err))
                        .isTrue();
                assertThat(System.nanoTime()).isLessThan(deadline);
                Thread.sleep(50);
            }
            // Like somebody at the keyboard: Z3 may take a signal and be done before it looks.
            for (int i = 0; i < 100 && process.isAlive(); i++) {
                new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                        .start()
                        .waitFor();
                process.waitFor(300, TimeUnit.MILLISECONDS);
            }
            assertThat(process.isAlive()).isFalse();
            return new Interrupted(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly();
        }
    }

    private static boolean canListenAgain() throws IOException, InterruptedException {
        var command = new ArrayList<>(LISTENING);
        command.add("true");
        return new ProcessBuilder(command).start().waitFor() == 0;
    }

    private static boolean isInterruptIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) return false;
        int interrupt = 1 << 2 - 1;
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & interrupt) != 0);
    }

    private String endless() throws IOException {
        return Files.writeString(folder.resolve("endless.c"), """
            #include <assert.h>
            #include <pthread.h>
            static unsigned x, stop;
            static void *spin(void *unused) { while (!stop) x = x * 3 + 1; return unused; }
            int main(void) {
                pthread_t t, u;
                pthread_create(&t, 0, spin, 0);
                pthread_create(&u, 0, spin, 0);
                for (int i = 0; i < 100000; i++) x = x + i;
                stop = 1;
                pthread_join(t, 0);
                pthread_join(u, 0);
                assert(x != 77);
                return 0;
            }
            """).toString();
    }

    @Test
    void theBestAnswerSoFar() throws Exception {
        var result = interrupt("order: unwind 3", "check", endless(), "--time", "none");
        assertThat(result.out).containsPattern("VERDICT: HOLDS WITHIN unwind=\\d+ .*interrupted");
        assertThat(result.exitCode).isEqualTo(130);
    }

    @Test
    void orThatThereIsNone() throws Exception {
        var result = interrupt("explicit: begins", "check", endless(), "--engine", "explicit", "--json");
        Schemas.mustBeAnAnswer(result.out);
        assertThat(result.out)
                .contains("\"verdict\": \"unknown\"", "\"reason\": \"interrupted\"", "\"causes\": [\"interrupted\"]");
        assertThat(result.exitCode).isEqualTo(130);
    }

    @Test
    void ofSeveralFilesTheRestIsNotBegun() throws Exception {
        String file = endless();
        var result =
                interrupt("checking 3 files", "check", "--each", file, file, file, "--jobs", "1", "--time", "none");
        assertThat(result.out).contains(file + ": UNKNOWN interrupted (0.0 s)").contains("3 files: ");
        assertThat(result.exitCode).isEqualTo(130);
    }

    @Test
    void threadsThatAreProvedToEndStayProved() throws Exception {
        // The second thread computes Collatz sequences: whether it always ends is not known.
        String file = Files.writeString(folder.resolve("collatz.c"), """
            #include <pthread.h>
            unsigned __VERIFIER_nondet_uint(void);
            static void *count(void *unused) { for (int i = 0; i < 10; i++) { } return unused; }
            static void *search(void *unused) {
                unsigned n = __VERIFIER_nondet_uint();
                while (n > 1) n = n % 2 ? 3 * n + 1 : n / 2;
                return unused;
            }
            int main(void) {
                pthread_t t, u;
                pthread_create(&t, 0, count, 0);
                pthread_create(&u, 0, search, 0);
                pthread_join(t, 0);
                pthread_join(u, 0);
                return 0;
            }
            """).toString();
        var result = interrupt("thread search: begins", "terminates", file, "--time", "none");
        assertThat(result.out)
                .contains("thread count: TERMINATES")
                .contains("VERDICT: UNKNOWN thread search: interrupted");
        assertThat(result.exitCode).isEqualTo(130);
    }

    @Test
    void aRunSaysHowFarItCame() throws Exception {
        var result = interrupt("read ", "run", endless(), "--max-steps", "1000000000000", "--property", "assertion");
        assertThat(result.out).contains("VERDICT: ");
        assertThat(result.exitCode).isEqualTo(130);
    }
}
