package dev.moirai.jvm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Interrupts and ends of threads, of which the real threads take notice at moments of their own. */
class InterruptsTest {
    @TempDir
    Path folder;

    private ControlledRun run(String name, String schedule, String argument) throws Exception {
        return ControlledRun.of(
                folder.resolve(name),
                "Interrupted",
                List.of("mode control", "schedule " + schedule),
                List.of(),
                argument);
    }

    @Test
    void aThreadThatDoesNotMoveStaysInterrupted() throws Exception {
        assertThat(run("seen", "steady", "seen").printed()).isEqualTo("true\ntrue\ntrue\ntrue\n");
    }

    /** A thread inside its monitor that went on because of the interrupt alone would have it when its caller wants it. */
    @Test
    void anInterruptThatComesWithTheTurnStopsNobody() throws Exception {
        assertTheSameTwice("rounds", "rounds 50");
    }

    @Test
    void theEndOfAThreadIsUnderControl() throws Exception {
        assertTheSameTwice("ends", "ended");
    }

    private void assertTheSameTwice(String argument, String printed) throws Exception {
        for (int seed = 1; seed <= 3; seed++) {
            ControlledRun first = run("first" + seed, "seeded " + seed + " 2", argument);
            assertThat(first.outcome()).containsExactly("exit", "0");
            assertThat(first.printed()).contains(printed);
            ControlledRun second = run("second" + seed, "seeded " + seed + " 2", argument);
            assertThat(second.report()).isEqualTo(first.report());
        }
    }
}
