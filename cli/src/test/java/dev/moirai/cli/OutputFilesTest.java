package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.witness.json.JsonReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files that commands write: it is checked before the work that they can be written, and the answer is not lost if
 * writing fails.
 */
class OutputFilesTest {
    private static final Path FULL = Path.of("/dev/full");
    private static final String RACE = "../examples/check/counter-race.c";
    private static final String LIVELOCK = "../examples/livelock/fig1b.c";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "check no-such-file.c --witness %s",
                "check no-such-file.c --engine lazy --choices %s",
                "run no-such-file.c --witness %s",
                "run no-such-file.c --save-schedule %s",
                "record no-such-file.c -o %s",
                "record no-such-file.c --output=%s",
                "predict no-such-file.c --witness %s",
                "livelock no-such-file.c --witness %s",
                "terminates no-such-file.c --witness %s",
                "terminates no-such-file.c --certificate %s",
                "sequentialize no-such-file.c -o %s",
            })
    void whatCannotBeWrittenIsSaidBeforeTheFileIsEvenRead(String line) throws Exception {
        moirai(line.formatted(folder.resolve("nowhere/out")).split(" "))
                .refusedWith("nowhere/out: no such file or folder");
        moirai(line.formatted(folder).split(" ")).refusedWith("cannot write " + folder + ": is a directory");
        Path file = Files.writeString(folder.resolve("file"), "");
        moirai(line.formatted(file.resolve("out")).split(" ")).refusedWith(file + " is not a folder");
        assertThat(folder.resolve("nowhere")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "check " + RACE + " --witness /dev/full",
                "check " + RACE + " --engine lazy --unwind 2 --rounds 2 --choices /dev/full",
                "run ../examples/run/flaky.c --seed 3 --witness /dev/full",
                "run ../examples/run/flaky.c --seed 3 --save-schedule /dev/full",
                "predict ../examples/predict/bank.c --witness /dev/full",
                "livelock " + LIVELOCK + " --witness /dev/full",
            })
    void aFileThatFailsInTheEndComesAfterTheFinding(String line) {
        assumeTrue(Files.isWritable(FULL), "needs /dev/full");
        var result = moirai(line.split(" "));
        assertThat(result.lastLine()).startsWith("VERDICT: VIOLATED ");
        assertThat(result.err()).contains("moirai: cannot write /dev/full: ");
        assertThat(result.exitCode()).isEqualTo(1);
        var json = moirai((line + " --json").split(" "));
        assertThat(JsonReader.read(json.out())).isNotNull();
        assertThat(json.exitCode()).isEqualTo(1);
    }

    @Test
    void aProofWhoseCertificateCannotBeWrittenIsShownButIsNoSuccess() {
        assumeTrue(Files.isWritable(FULL), "needs /dev/full");
        var result = moirai("terminates", "../examples/terminates/choice.c", "--certificate", "/dev/full", "--program");
        assertThat(result.lastLine()).isEqualTo("VERDICT: TERMINATES (modular)");
        assertThat(result.err()).contains("moirai: cannot write /dev/full: ");
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @Test
    void aRunWithoutAnEndIsSeenAgain() throws Exception {
        String file = Files.writeString(folder.resolve("spin.c"), """
            #include <pthread.h>
            static volatile int turn;
            static void *wait_for_one(void *unused) { while (turn != 1) ; return unused; }
            int main(void) {
                pthread_t t;
                pthread_create(&t, 0, wait_for_one, 0);
                turn = 2;
                pthread_join(t, 0);
                return 0;
            }
            """).toString();
        Path witness = folder.resolve("w.json");
        var found = moirai("terminates", file, "--witness", witness.toString());
        assertThat(found.lastLine()).startsWith("VERDICT: NON-TERMINATING thread wait_for_one (fair)");
        var again = moirai("replay", witness.toString());
        assertThat(again.lastLine()).isEqualTo("VERDICT: VIOLATED livelock at " + file + ":3 (thread wait_for_one)");
        assertThat(again.exitCode()).isEqualTo(1);
        // A lasso that does not come back to its first state is rejected.
        String text = Files.readString(witness);
        Files.writeString(witness, text.replaceFirst("\"lassoStart\": [0-9]+", "\"lassoStart\": 1"));
        assertThat(moirai("replay", witness.toString()).exitCode()).isEqualTo(3);
    }

    @Test
    void ofARunThatRepeatsNoStateThereIsNoWitness() throws Exception {
        String file = Files.writeString(folder.resolve("grow.c"), """
            static unsigned long long n;
            int main(void) { while (1) n = n + 1; return 0; }
            """).toString();
        Path witness = folder.resolve("w.json");
        var found = moirai("terminates", file, "--witness", witness.toString());
        assertThat(found.lastLine()).startsWith("VERDICT: NON-TERMINATING thread main");
        assertThat(found.err()).contains(witness + " is not written: the run repeats no state");
        assertThat(witness).doesNotExist();
    }
}
