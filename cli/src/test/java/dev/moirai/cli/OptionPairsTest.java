package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Combinations of options: both take effect, or the message says what to change. No option is silently ignored. */
class OptionPairsTest {
    private static final String RACE = "../examples/check/counter-race.c";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "check a.c --engine explicit --rounds 2     | --rounds bounds the lazy engine, and --engine explicit"
                        + " knows no rounds: leave it out, or say --engine lazy",
                "check a.c --engine order --rounds 2        | --rounds bounds the lazy engine, and --engine order"
                        + " knows no rounds: leave it out, or say --engine lazy",
                "check a.c --rounds 2 --property data-race  | --rounds asks for the lazy engine, which does not look"
                        + " for data races; order, explicit and auto do",
                "check a.c --engine lazy --property data-race | --engine lazy does not look for data races; order,"
                        + " explicit and auto do",
                "check a.c --engine lazy --no-reduction     | --no-reduction is for the explicit search: say --engine"
                        + " explicit or auto",
                "check a.c --engine order --max-states 9    | --max-states is for the explicit search: say --engine"
                        + " explicit or auto",
                "check a.c --rounds 2 --max-states 9        | --max-states is for the explicit search: say --engine"
                        + " explicit or auto",
                "check a.c --engine explicit --solver z3    | --solver is for lazy, order and auto: --engine explicit"
                        + " asks no solver",
                "check a.c --engine lazy --backend cbmc --solver z3 | --solver and --backend cbmc exclude each other",
                "check a.c --backend cbmc                   | --backend needs --engine lazy",
                "check a.c --choices out                    | --choices takes those of one program, with --engine lazy",
                "check a.c --split bounds --unwind 2        | --split bounds tries growing bounds, with --engine lazy,"
                        + " order or auto: leave out --unwind, --rounds and --backend",
                "check a.c --cluster 127.0.0.1:1 --jobs 2   | --jobs and --cluster exclude each other",
                "check a.c --resume x                       | --resume is for questions to a cluster: add --cluster",
                "check a.c --secret s                       | --keystore, --keystore-password and --secret: they are"
                        + " for questions to a cluster: add --cluster",
                "check a.c --cluster 192.0.2.1:7            | 192.0.2.1:7 is not on this machine alone: that needs TLS"
                        + " and a shared secret, --keystore FILE.p12 --keystore-password FILE --secret FILE",
                "worker --listen 0.0.0.0:7                  | 0.0.0.0:7 is not on this machine alone: that needs TLS",
                "worker a.c                                 | worker takes no files",
                "run a.c --jobs 2                           | --jobs and --cluster are for many runs: add --campaign N",
                "run a.c --campaign 9 --show-steps          | --show-steps is for a single run: leave it or --campaign"
                        + " out",
                "livelock a.c --engine lasso --max-states 9 | --max-states is for the explicit search: say --engine"
                        + " explicit or auto",
                "livelock a.c --engine explicit --solver z3 | --solver is for lasso and auto: --engine explicit asks"
                        + " no solver",
                "livelock a.c --engine explicit --unwind 2  | --stem, --lasso, --contexts and --unwind are bounds of"
                        + " --engine lasso",
                "livelock a.c --contexts 3 --stem 1         | --contexts says what --stem and --lasso say",
                "livelock a.c --property deadlock           | livelock takes no --property",
                "livelock a.c --thread f --response x       | --thread and --response exclude each other",
                "predict a.c --allow-partial                | --allow-partial is for a trace, and a.c is none",
                "predict a.c --property data-race --transactions functions | --transactions says what atomicity means:"
                        + " add atomicity to --property",
                "terminates a.c --program --thread f        | --program asks about all threads, --thread f about one",
                "terminates a.c --property memory           | terminates takes no --property; see: moirai check"
                        + " --property",
                "sequentialize a.c --stem 2                 | --stem is about the search for a lasso: add --lasso",
                "sequentialize a.c --lasso-rounds 2         | --lasso-rounds is about the search for a lasso: add"
                        + " --lasso",
                "sequentialize a.c --lasso --rounds 2       | --lasso has its rounds from --stem and --lasso-rounds,"
                        + " not --rounds",
                "sequentialize a.c --lasso --threads 2      | --lasso takes no --unwindset and no --threads",
                "sequentialize a.c --lasso --property memory | --lasso takes no --property: it is the search for a run"
                        + " without end",
                "sequentialize a.c --witness w              | sequentialize finds nothing that a --witness could show;"
                        + " check does",
                "run a.c --schedule s --seed 3              | --schedule says who moves: leave --seed out",
                "run a.c --schedule s --scheduler pct       | --schedule says who moves: leave --scheduler out",
                "run a.c --pct-depth 4                      | --pct-depth is for pct: add --scheduler pct",
                "record a.c --property deadlock             | record looks for nothing: --property and --witness are"
                        + " for predict",
                "replay w.json --property deadlock          | replay has its question from the witness: it takes no"
                        + " --property and no --witness",
            })
    void whatDoesNotGoTogetherIsSaid(String line, String message) {
        moirai(line.split(" +")).refusedWith(message);
    }

    @Test
    void whatIsForACFileIsNotForATrace() throws IOException {
        Path trace = folder.resolve("t.trace");
        assertThat(moirai("record", "../examples/predict/bank.c", "-o", trace.toString())
                        .exitCode())
                .isZero();
        moirai("predict", trace.toString(), "--seed", "3").refusedWith("--seed is for a C file: " + trace);
        moirai("predict", trace.toString(), "--max-steps", "3").refusedWith("--max-steps is for a C file: " + trace);
        moirai("predict", trace.toString(), "--", "x").refusedWith("arguments after -- are for a C file: " + trace);
        assertThat(moirai("predict", trace.toString(), "--allow-partial").exitCode())
                .isEqualTo(1);
    }

    @Test
    void roundsAloneAskTheLazyEngine() {
        var result = moirai("check", RACE, "--rounds", "1");
        assertThat(result.out()).contains("lazy: ");
        assertThat(moirai("check", RACE, "--rounds", "2").lastLine()).startsWith("VERDICT: VIOLATED assertion");
        assertThat(moirai("check", RACE, "--engine", "auto", "--rounds", "2", "--unwind", "3")
                        .out())
                .contains("lazy: ");
    }

    private String counting(int bad) throws IOException {
        return Files.writeString(folder.resolve("counting.c"), """
            #include <assert.h>
            #include <pthread.h>
            static int turns, done;
            static void *worker(void *unused) {
                while (!done) { turns = turns + 1; assert(turns != %d); }
                return unused;
            }
            int main(void) {
                pthread_t t;
                pthread_create(&t, 0, worker, 0);
                done = 1;
                pthread_join(t, 0);
                return 0;
            }
            """.formatted(bad))
                .toString();
    }

    /** The loop may run for ever; in every engine its body runs at most as often as the bound says. */
    @ParameterizedTest
    @ValueSource(strings = {"explicit", "order", "auto"})
    void loopsAreBoundedInEveryEngine(String engine) throws IOException {
        String file = counting(4);
        assertThat(moirai("check", file, "--engine", engine, "--unwind", "3").lastLine())
                .isEqualTo("VERDICT: HOLDS WITHIN unwind=3");
        assertThat(moirai("check", file, "--engine", engine, "--unwind", "4").lastLine())
                .isEqualTo("VERDICT: VIOLATED assertion at " + file + ":5 (thread worker)");
        assertThat(moirai("check", file, "--engine", engine, "--unwind", "9", "--unwindset", "worker.1:3")
                        .lastLine())
                .isEqualTo("VERDICT: HOLDS WITHIN unwindset=worker.1:3");
    }

    @Test
    void explicitWithoutACutIsAProof() {
        assertThat(moirai("check", "../examples/check/counter.c", "--engine", "explicit", "--unwind", "50")
                        .lastLine())
                .isEqualTo("VERDICT: HOLDS");
        assertThat(moirai("check", RACE, "--engine", "explicit", "--threads", "2")
                        .lastLine())
                .isEqualTo("VERDICT: HOLDS WITHIN threads=2: 1 of 2 threads never started, 1 of 1 assertions never"
                        + " reached");
    }
}
