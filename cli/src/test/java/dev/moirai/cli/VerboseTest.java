package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --verbose} reports the work on standard error, with times, and does not change the answer. */
class VerboseTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "check ../examples/check/bounded-buffer.c --engine lazy --unwind 1 --rounds 2 | lazy: unwind 1, rounds"
                        + " 2: [0-9,]+ terms",
                "check ../examples/check/bounded-buffer.c --engine order --unwind 2           | order: unwind 2:"
                        + " [0-9,]+ terms",
                "check ../examples/check/peterson.c --engine explicit                         | explicit: [0-9,]+"
                        + " states, .*: HOLDS",
                "livelock ../examples/livelock/fig1b.c --engine lasso                         | lasso:"
                        + " .*stem.*VIOLATED livelock",
                "terminates ../examples/terminates/choice.c                                   | thread first: proved"
                        + " by",
                "predict ../examples/predict/bank.c                                           | 1 confirmed",
                "run ../examples/run/hello.c                                                  | read"
                        + " ../examples/run/hello.c: 2 functions",
                "sequentialize ../examples/check/counter-race.c                               | read .*: [0-9]+"
                        + " functions, [0-9]+ instructions",
            })
    void saysWhatIsDone(String line, String told) {
        var result = moirai((line + " --verbose --quiet").split(" "));
        assertThat(result.err()).containsPattern("(?m)^ +[0-9.]+ s  " + told);
        assertThat(moirai((line + " --quiet").split(" ")).err()).isEmpty();
    }

    @Test
    void runLooksForNoLivelocks() {
        assertThat(moirai("run", "../examples/run/hello.c", "--json").out())
                .contains("\"deadlock\"")
                .doesNotContain("livelock");
        assertThat(moirai("run", "--help").out()).doesNotContain("livelock");
    }

    @Test
    void aNameBeyondAsciiIsAFileLikeAnyOther() throws Exception {
        String file = Files.writeString(folder.resolve("größe-線程.c"), "int main(void) { return 0; }\n")
                .toString();
        assertThat(moirai("check", file).lastLine()).isEqualTo("VERDICT: HOLDS");
    }
}
