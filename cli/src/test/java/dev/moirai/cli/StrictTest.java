package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exit codes for answers that are no proofs, with and without {@code --strict}. */
class StrictTest {
    @TempDir
    Path folder;

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("p.c"), text).toString();
    }

    /** A correct program whose loop has no fixed bound. */
    private static final String OPEN = """
        #include <assert.h>
        #include <pthread.h>
        extern int __VERIFIER_nondet_int(void);
        static int x, y;
        static void *work(void *p) { while (__VERIFIER_nondet_int() > 3) { x = __VERIFIER_nondet_int(); y = x; } return p; }
        int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); int a = y; assert(a == a + 0); return 0; }
        """;

    @Test
    void whatHoldsWithinLimitsIsThree() throws IOException {
        String file = file(OPEN);
        var plain = moirai("check", file, "--unwind", "2");
        assertThat(plain.lastLine()).startsWith("VERDICT: HOLDS WITHIN unwind=2");
        assertThat(plain.exitCode()).isZero();
        var strict = moirai("check", file, "--unwind", "2", "--strict");
        assertThat(strict.lastLine()).isEqualTo(plain.lastLine());
        assertThat(strict.exitCode()).isEqualTo(3);
        assertThat(moirai("check", "--each", file, file, "--unwind", "2", "--strict")
                        .exitCode())
                .isEqualTo(3);
    }

    @Test
    void proofsAndViolationsStay() {
        assertThat(moirai("check", "../examples/check/peterson.c", "--strict").exitCode())
                .isZero();
        assertThat(moirai("check", "../examples/check/counter-race.c", "--strict")
                        .exitCode())
                .isEqualTo(1);
        assertThat(moirai("terminates", "../examples/terminates/array-fill.c", "--strict")
                        .exitCode())
                .isEqualTo(moirai("terminates", "../examples/terminates/array-fill.c")
                        .exitCode());
    }

    @Test
    void livelockAndPredictTakeItToo() throws IOException {
        String[] predict = {"predict", "../examples/predict/figure-1.c", "--property", "assertion", "--model", "maximal"
        };
        assertThat(moirai(predict).exitCode()).isZero();
        String[] strictly = Arrays.copyOf(predict, predict.length + 1);
        strictly[predict.length] = "--strict";
        assertThat(moirai(strictly).exitCode()).isEqualTo(3);
        String ends = file("int x; int main(void) { x = 1; return 0; }");
        assertThat(moirai("livelock", ends, "--engine", "lasso", "--stem", "1", "--lasso", "1")
                        .exitCode())
                .isZero();
        assertThat(moirai("livelock", ends, "--engine", "lasso", "--stem", "1", "--lasso", "1", "--strict")
                        .exitCode())
                .isEqualTo(3);
    }

    /** That the time is up is reported in the text and in the JSON object. */
    @Test
    void timeThatIsUpIsSaid() throws IOException {
        String file = file(OPEN);
        assertThat(moirai("check", file, "--engine", "order", "--time", "3s").lastLine())
                .matches("VERDICT: HOLDS WITHIN unwind=\\d+ \\(time is up(; \\d+ not finished)?\\)");
        assertThat(moirai("check", file, "--engine", "order", "--time", "3s", "--json")
                        .out())
                .containsPattern("\"stopped\": *\\{\\s*\"reason\": *\"time is up\"");
    }
}
