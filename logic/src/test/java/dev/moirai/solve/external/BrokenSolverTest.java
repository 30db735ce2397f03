package dev.moirai.solve.external;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.logic.TermPool;
import dev.moirai.solve.Limit;
import dev.moirai.solve.Satisfiability;
import dev.moirai.solve.registry.Solvers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever an external solver does, the answer is an honest one. */
@Timeout(60)
class BrokenSolverTest {
    @TempDir
    private Path folder;

    private final TermPool pool = new TermPool();
    private final int formula = pool.ult(pool.bvVar("x", 8), pool.bvVar("y", 8));

    private String script(String text) throws IOException {
        Path file = folder.resolve("solver");
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file.toString();
    }

    private String reason(String solver, Limit limit) {
        try (var s = Solvers.named(solver, pool)) {
            s.add(formula);
            return s.check(limit) instanceof Satisfiability.Unknown(var reason) ? reason : "an answer";
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "exit 3; exit code 3",
                "kill -9 $$; exit code 137",
                "echo 's SATISFIABLE'; exit code 0",
                "echo 'error: no licence' && exit 1; error: no licence"
            })
    void aSatSolverThatBreaks(String text, String complaint) throws IOException {
        assertThat(reason("dimacs:" + script(text), Limit.none())).contains(complaint);
    }

    @Test
    void aSatSolverThatSpeaksNonsense() throws IOException {
        assertThat(reason("dimacs:" + script("echo 'v one two'; exit 10"), Limit.none()))
                .contains("model");
    }

    @Test
    void aSatSolverThatHangs() throws IOException {
        assertThat(reason("dimacs:" + script("exec sleep 100"), Limit.of(Duration.ofMillis(200))))
                .isEqualTo("time limit of 0.2 s reached");
    }

    @Test
    void anSmtSolverThatDies() throws IOException {
        assertThat(reason("smtlib:" + script("kill -9 $$"), Limit.none())).contains("exit code 137");
        assertThat(reason("smtlib:" + script("read line; exit 4"), Limit.none()))
                .contains("exit code 4");
    }

    @Test
    void anSmtSolverThatComplains() throws IOException {
        assertThat(reason("smtlib:" + script("echo '(error \"what is that?\")'; cat > /dev/null"), Limit.none()))
                .contains("what is that?");
    }

    @Test
    void anSmtSolverThatHangs() throws IOException {
        assertThat(reason("smtlib:" + script("exec sleep 100"), Limit.of(Duration.ofMillis(200))))
                .isEqualTo("time limit of 0.2 s reached");
    }

    @Test
    void aProgramThatIsNotThere() {
        assertThat(reason("no-such-program-anywhere -in", Limit.none())).contains("no-such-program-anywhere");
        assertThat(Solvers.unavailable("no-such-program-anywhere -in")).isPresent();
    }
}
