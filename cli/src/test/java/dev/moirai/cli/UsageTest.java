package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
    @Test
    void version() {
        var result = moirai("--version");
        assertThat(result.out()).matches("moirai \\d+\\.\\d+\\.\\d+\\S*\n");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void withoutArgumentsTheHelpAndExitCodeTwo() {
        var result = moirai();
        assertThat(result.out()).startsWith("Usage: moirai COMMAND");
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "check"})
    void everyCommandHasHelp(String command) {
        var result = moirai(command, "--help");
        assertThat(result.out()).startsWith("Usage: moirai " + command).contains("Examples:");
        assertThat(result.out().lines()).allMatch(line -> line.length() <= 100);
        assertThat(result.exitCode()).isZero();
        assertThat(moirai("help", command)).isEqualTo(result);
        assertThat(moirai("--help").out()).contains("\n  " + command + " ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "chek a.c                         | unknown command 'chek'. Did you mean check?",
                "--vresion                        | unknown option '--vresion'. Did you mean --version?",
                "frobnicate                       | unknown command 'frobnicate'",
                "run                              | run needs a C file",
                "run a.c --target app             | --target is of a project: add -p DIR",
                "run a.c -fopenmp -O2             | option -fopenmp would change what the program means, and is not"
                        + " followed",
                "check                            | check needs a C file",
                "check --each a.c --main b.c      | --each checks files one by one: it takes neither -p nor --main",
                "run a.c --sed 3                  | unknown option '--sed'. Did you mean --seed?",
                "run a.c -x                       | unknown option '-x'",
                "run a.c --seed                   | option --seed needs a value: --seed N",
                "run a.c --seed=three             | option --seed: 'three' is not a whole number of 64 bits",
                "run a.c --seed 99999999999999999999 | '99999999999999999999' is not a whole number of 64 bits",
                "run a.c --max-steps 0            | option --max-steps: '0' is not a whole number of at least 1",
                "run a.c --max-steps -5           | option --max-steps: '-5' is not a whole number of at least 1",
                "run a.c --pct-depth 100000       | option --pct-depth: '100000' is not a whole number from 1 to 1000",
                "explore --java --pct 3 -- java A | explore takes no --pct: it chooses the schedules itself",
                "run a.c --scheduler fair         | option --scheduler: 'fair' is none of random, round-robin, pct",
                "run a.c --show-steps=yes         | option --show-steps takes no value",
                "check a.c --engine lasy          | option --engine: 'lasy' is none of auto, explicit",
                "check a.c --time soon            | option --time: 'soon' is not a time such as 60s, 500ms, 5m, or"
                        + " none",
                "check a.c --time 99999999999h    | is not a time",
                "check a.c --memory lots          | option --memory: 'lots' is not an amount of memory such as 512m or"
                        + " 4g",
                "check a.c --jobs 0               | option --jobs: '0' is not a whole number from 1 to 1024",
                "check a.c --property asertion    | unknown property 'asertion'. Did you mean assertion?",
                "check a.c --dump ire             | unknown pass 'ire'. Did you mean ir?",
                "check a.c --32 --64              | --32 and --64 exclude each other",
                "check a.c -m32 --64              | -m32 and --64 exclude each other",
                "check --each a.c b.c --witness w.json | --witness takes the schedule of one program; 2 are given",
                "capture make                     | capture needs a build command after --",
            })
    void wrongUsageIsNamed(String line, String message) {
        moirai(line.split(" ")).refusedWith(message);
    }

    @Test
    void wrongUsagePointsToTheHelp() {
        assertThat(moirai("run", "--sed").err()).endsWith("See: moirai run --help\n");
        assertThat(moirai("rnu").err()).endsWith("See: moirai --help\n");
    }
}
