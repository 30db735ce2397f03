package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminatesCommandTest {
    private static final String EXAMPLES = "../examples/terminates/";

    @TempDir
    Path folder;

    @Test
    void aProofIsShownAndItsCertificateCanBeCheckedAgain() throws IOException {
        Path proof = folder.resolve("proof.smt2");
        var result =
                moirai("terminates", EXAMPLES + "choice.c", "--thread", "first", "--certificate", proof.toString());
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(result.out())
                .contains("thread first: TERMINATES (modular)")
                .contains("decreases: x")
                .contains("each confirmed by cvc5")
                .endsWith("VERDICT: TERMINATES (modular)\n");
        var checked = moirai("verify-certificate", proof.toString());
        assertThat(checked.exitCode()).isZero();
        assertThat(checked.out()).endsWith("VERDICT: CERTIFICATE VALID\n");
        Files.writeString(proof, Files.readString(proof).replace("(assert (not ", "(assert (or true "));
        var tampered = moirai("verify-certificate", proof.toString());
        assertThat(tampered.exitCode()).isEqualTo(1);
        assertThat(tampered.out()).endsWith("VERDICT: CERTIFICATE INVALID\n");
    }

    @Test
    void aRunWithoutAnEndIsShown() {
        var result = moirai("terminates", EXAMPLES + "wait-for-thread-handle.c", "--thread", "created");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out())
                .contains("for ever:\n    created, line")
                .endsWith("VERDICT: NON-TERMINATING thread created (unfair)\n");
    }

    @Test
    void fairnessCanBeAssumed() {
        var result = moirai("terminates", EXAMPLES + "stop-flag.c", "--thread", "worker", "--fair");
        assertThat(result.exitCode()).as(result.out()).isZero();
        assertThat(result.out()).endsWith("VERDICT: TERMINATES under strong fairness (non-modular)\n");
    }

    @Test
    void whatIsNotCoveredIsRefusedByName() {
        var recursion = moirai("terminates", EXAMPLES + "recursion.c");
        assertThat(recursion.exitCode()).isEqualTo(2);
        assertThat(recursion.err()).contains("recursion.c:6").contains("recursion of depth");
        var thread = moirai("terminates", EXAMPLES + "choice.c", "--thread", "third");
        assertThat(thread.exitCode()).isEqualTo(2);
        assertThat(thread.err()).contains("no thread is called third; there are: main, first, second");
        var certificate = moirai("verify-certificate", EXAMPLES + "choice.c");
        assertThat(certificate.exitCode()).isEqualTo(2);
        assertThat(certificate.err()).contains("this is no certificate");
    }

    @Test
    void anOpenQuestionNamesTheLoop() {
        var result = moirai("terminates", EXAMPLES + "collatz.c", "--thread", "worker");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.out())
                .contains("round the loop at")
                .contains("VERDICT: UNKNOWN thread worker: no linear rank");
    }

    @Test
    void aProgramAsAWhole() throws IOException {
        Path proof = folder.resolve("program.smt2");
        var result = moirai("terminates", EXAMPLES + "choice.c", "--program", "--certificate", proof.toString());
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(Files.readString(proof)).contains("; thread: first").contains("; thread: second");
        var checked = moirai("verify-certificate", proof.toString());
        assertThat(checked.out()).endsWith("VERDICT: CERTIFICATE VALID\n");
    }

    /** Each thread ends, but new ones are started for ever. */
    @Test
    void threadsThatEndAreNoProgramThatEnds() {
        var threads = moirai("terminates", EXAMPLES + "chain-of-threads.c");
        assertThat(threads.exitCode()).isZero();
        assertThat(threads.out()).contains("note: threads of link start others of their kind");
        var program = moirai("terminates", EXAMPLES + "chain-of-threads.c", "--program");
        assertThat(program.exitCode()).isEqualTo(3);
        assertThat(program.out()).contains("VERDICT: UNKNOWN program: every thread ends");
    }

    @Test
    void aRunThatRepeatsNoStateIsExplained() {
        var result = moirai("terminates", EXAMPLES + "counter-skips-seven.c");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out())
                .contains("n = 0 modulo 2, once round leads to such a state again (proved by two solvers)")
                .endsWith("VERDICT: NON-TERMINATING thread counter (fair)\n");
    }

    @Test
    void threadsThatBeginForEverAreExplained() {
        var result = moirai("terminates", "--thread", "main", EXAMPLES + "supervisor.c");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out())
                .contains("worker begins on the way and does nothing afterwards: each time it is another thread")
                .endsWith("VERDICT: NON-TERMINATING thread main (fair)\n");
    }
}
