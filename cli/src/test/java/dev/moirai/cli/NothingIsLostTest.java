package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A violation is reported whatever happens after it is found; and if there is no answer, the reasons are reported. */
class NothingIsLostTest {
    @TempDir
    Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    /** One step makes so many choices that its outcomes cannot all be tried; shortening the run must not wait for them. */
    @Test
    void aViolationIsNotLostWhileItIsShortened() throws IOException {
        String file = file("dice.c", """
            #include <assert.h>
            #include <pthread.h>
            #include <stdlib.h>
            static int dice[30], total;
            static void *thrower(void *unused) { total = total + 1; return unused; }
            int main(void) {
                for (int i = 0; i < 30; i++) dice[i] = rand() % 4;
                pthread_t one, two;
                pthread_create(&one, 0, thrower, 0);
                pthread_create(&two, 0, thrower, 0);
                pthread_join(one, 0);
                pthread_join(two, 0);
                assert(total == 2);
                return dice[0];
            }
            """);
        var result = moirai("check", file, "--engine", "explicit", "--time", "6s");
        assertThat(result.lastLine()).isEqualTo("VERDICT: VIOLATED assertion at " + file + ":13 (thread main)");
        assertThat(result.exitCode()).isEqualTo(1);
    }

    /** Two engines do not support floating point, the third cannot try all values of an int; each reason is reported. */
    @Test
    void whyNobodyAnswersIsSaidOfEachEngine() throws IOException {
        String file = file("floats.c", """
            #include <assert.h>
            #include <pthread.h>
            extern int __VERIFIER_nondet_int(void);
            static double level;
            static int input;
            static void *pour(void *unused) { level = level + 0.5; return unused; }
            int main(void) {
                pthread_t one;
                input = __VERIFIER_nondet_int();
                pthread_create(&one, 0, pour, 0);
                pthread_join(one, 0);
                assert(input == 123456789 || level == 0.5);
                return 0;
            }
            """);
        for (String[] more : new String[][] {{}, {"--unwind", "3"}}) {
            var result = moirai(
                    more.length == 0 ? new String[] {"check", file} : new String[] {"check", file, more[0], more[1]});
            assertThat(result.lastLine())
                    .startsWith("VERDICT: UNKNOWN ")
                    .contains("explicit: nondeterministic domain too large to enumerate at " + file + ":9")
                    .contains("unsupported: floating-point arithmetic at " + file)
                    .doesNotContain("interrupted");
            assertThat(result.out()).contains("try: fewer values for that input, with __VERIFIER_assume");
            assertThat(result.exitCode()).isEqualTo(3);
        }
    }

    /** What a call writes only if it succeeds is not asked for where it is declared. */
    @Test
    void aVariableThatIsReadOnlyWhereItWasSetNeedsNoChoice() throws IOException {
        String file = file("scanned.c", """
            #include <assert.h>
            #include <stdio.h>
            int main(void) {
                int x;
                if (sscanf("12", "%d", &x) == 1) assert(x == EXPECTED);
                return 0;
            }
            """);
        assertThat(moirai("check", file, "--engine", "explicit", "-DEXPECTED=12")
                        .lastLine())
                .isEqualTo("VERDICT: HOLDS");
        assertThat(moirai("check", file, "--engine", "explicit", "-DEXPECTED=13")
                        .lastLine())
                .startsWith("VERDICT: VIOLATED assertion");
    }

    @Test
    void whatToDoNextIsSaid() throws IOException {
        String floats =
                file("half.c", "int main(void) { double d = 0.5; d = d * d; __VERIFIER_assert(d > 0.1); return 0; }\n");
        assertThat(moirai("check", floats, "--engine", "order").out())
                .contains("try: --engine explicit, or auto, which asks all engines\n");
        String busy = file("busy.c", """
            #include <pthread.h>
            static unsigned x;
            static void *spin(void *unused) { for (;;) x = x * 3 + 1; return unused; }
            int main(void) { pthread_t t; pthread_create(&t, 0, spin, 0); for (;;) x++; return 0; }
            """);
        assertThat(moirai("check", busy, "--engine", "explicit", "--time", "500ms")
                        .out())
                .contains("try: more time with --time\n");
        assertThat(moirai("check", busy, "--engine", "explicit", "--max-states", "50")
                        .out())
                .contains("try: more states with --max-states\n");
        assertThat(moirai("check", busy, "--engine", "explicit", "--max-states", "50", "--quiet")
                        .out())
                .doesNotContain("try:");
    }

    /**
     * The choice that matters comes first, and far too many others follow: a search does not end, but a run finds the
     * violation.
     */
    @Test
    void whatTheEnginesDoNotReachIsFoundByRunning() throws IOException {
        String file = file("early.c", """
            #include <assert.h>
            #include <pthread.h>
            static int mode, read_as[3];
            static double level;
            static void *reader(void *slot) {
                *(int *)slot = mode;
                for (int i = 0; i < 200; i++) level = level * 0.5 + i;
                return 0;
            }
            int main(void) {
                pthread_t t[3];
                for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, reader, &read_as[i]);
                mode = 1;
                for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
                assert(read_as[0] != 0 || read_as[1] != 1 || read_as[2] != 0);
                return 0;
            }
            """);
        Path witness = folder.resolve("early.json");
        var result = moirai("check", file, "--quiet", "--statistics", "--witness", witness.toString());
        assertThat(result.lastLine()).isEqualTo("VERDICT: VIOLATED assertion at " + file + ":15 (thread main)");
        assertThat(result.out()).containsPattern("runs +[0-9,]+\n");
        assertThat(moirai("replay", witness.toString(), "--quiet").lastLine()).isEqualTo(result.lastLine());
    }
}
