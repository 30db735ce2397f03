package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.solve.external.SolverCommand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** If CBMC is installed, or {@code -Dmoirai.cbmc} names it, it gives the same answers as our own engine. */
class CbmcBackendTest {
    private static final String CBMC = System.getProperty("moirai.cbmc", "cbmc");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "counter",
                "counter-race",
                "input-limit",
                "relock",
                "unlock-foreign",
                "refcount-use-after-free",
                "bounded-buffer-signal",
                "treiber-stack-aba"
            })
    void saysTheSame(String name) {
        assumeTrue(
                SolverCommand.parse(CBMC).unavailable().isEmpty(), "CBMC is not installed: its backend was not tried");
        String example = "../examples/check/" + name + ".c";
        var own = moirai("check", example, "--engine", "lazy", "--rounds", "2");
        var cbmc = moirai("check", example, "--engine", "lazy", "--rounds", "2", "--backend", CBMC);
        assertThat(cbmc.lastLine().replaceAll(" [(]thread.*", ""))
                .isEqualTo(own.lastLine().replaceAll(" [(]thread.*", ""));
    }

    @Test
    void aMissingOneIsSaidSo() {
        var result = moirai("check", "../examples/check/counter.c", "--engine", "lazy", "--backend", "/nowhere/cbmc");
        assertThat(result.lastLine())
                .isEqualTo("VERDICT: UNKNOWN cannot execute /nowhere/cbmc; --backend cbmc needs an installed CBMC"
                        + " (version 6), or --backend PATH of one");
        assertThat(result.exitCode()).isEqualTo(3);
        moirai("check", "../examples/check/counter.c", "--backend", "cbmc").refusedWith("--engine lazy");
        moirai("check", "../examples/check/counter.c", "--engine", "lazy", "--backend", "frama")
                .refusedWith("'frama' is none of");
    }
}
