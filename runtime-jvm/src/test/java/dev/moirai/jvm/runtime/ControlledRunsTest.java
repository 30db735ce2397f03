package dev.moirai.jvm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs under control, in JVMs of their own: each costs about half a second. */
class ControlledRunsTest {
    @TempDir
    Path folder;

    private int runs;

    private ControlledRun run(String program, List<long[]> script, List<String> options, String... arguments)
            throws Exception {
        return ControlledRun.of(folder.resolve("run" + runs++), program, options, script, arguments);
    }

    private ControlledRun run(String program, String schedule, String... arguments) throws Exception {
        return run(program, List.of(), List.of("mode control", "schedule " + schedule), arguments);
    }

    /** The script of a run, followed by another in story mode, gives the same run: steps, values of chance, time. */
    @Test
    void theScriptOfARunGivesTheSameRun() throws Exception {
        ControlledRun first = run("Waits", "seeded 5 4");
        assertThat(first.outcome()).containsExactly("exit", "0");
        assertThat(first.printed())
                .contains(
                        "monitors 90",
                        "pool 10 true",
                        "future 42",
                        "stream 499500",
                        "notified",
                        "interrupted",
                        "timed out",
                        "handed over 10",
                        "slept 100",
                        "tried false",
                        "ticks 10");
        ControlledRun again = run("Waits", first.segments(), List.of("mode story", "schedule script"));
        assertThat(again.outcome()).containsExactly("exit", "0");
        assertThat(again.lines("count")).isEqualTo(first.lines("count"));
        assertThat(again.lines("segment")).isEqualTo(first.lines("segment"));
        assertThat(withoutHashCodes(again)).isEqualTo(withoutHashCodes(first));
    }

    /** Hash codes are the same in runs of one mode; modes link different code inside the JDK, which takes some. */
    private static String withoutHashCodes(ControlledRun run) {
        return run.printed().replaceAll("(?m)^(\\d+ ){5}", "");
    }

    @Test
    void theSameSeedGivesTheSameRunAndItCanBeRecorded() throws Exception {
        ControlledRun first = run("Waits", "pct 3 3 300");
        ControlledRun recorded = run("Waits", List.of(), List.of("mode record", "schedule pct 3 3 300"));
        assertThat(recorded.lines("count")).isEqualTo(first.lines("count"));
        assertThat(withoutHashCodes(recorded)).isEqualTo(withoutHashCodes(first));
        assertThat(recorded.folder().resolve("classes/dev/moirai/programs/Waits.class"))
                .exists();
        assertThat(Files.readAllLines(recorded.folder().resolve("methods")))
                .contains("dev/moirai/programs/Waits.increment()V");
        assertThat(Files.size(recorded.folder().resolve("log"))).isGreaterThan(1000);
    }

    @Test
    void aScriptLeadsIntoADeadlock() throws Exception {
        List<long[]> script = List.of(new long[] {0, 2}, new long[] {1, 2}, new long[] {0, 1});
        ControlledRun again = run("Crossed", script, List.of("mode story", "schedule script"));
        assertThat(again.outcome()).containsExactly("deadlock");
        assertThat(again.lines("waits"))
                .contains(
                        List.of("waits", "0", "monitor", "Object#2", "1"),
                        List.of("waits", "1", "monitor", "Object#1", "0"));
        assertThat(again.lines("step")).hasSize(5);
    }

    @Test
    void virtualThreadsAreControlled() throws Exception {
        ControlledRun lost = run("Virtual", "seeded 2 2");
        assertThat(lost.outcome()).containsExactly("exception", "0");
        assertThat(lost.lines("exception"))
                .containsExactly(List.of("exception", "java.lang.IllegalStateException", "lost: 1"));
        assertThat(lost.lines("thread")).anyMatch(thread -> thread.contains("virtual"));
    }

    @Test
    void aScriptThatDoesNotFitIsADivergence() throws Exception {
        ControlledRun run = run(
                "Crossed", List.of(new long[] {0, 1}, new long[] {3, 1}), List.of("mode control", "schedule script"));
        assertThat(run.outcome()).containsExactly("diverged", "thread 3 is to move, but has not been started");
    }

    @Test
    void theWaysInWhichProgramsEnd() throws Exception {
        assertThat(run("Ends", "steady", "exit").outcome()).containsExactly("exit", "7");
        assertThat(run("Ends", "steady", "idle").outcome()).containsExactly("idle");
        assertThat(run("Ends", "steady", "handled").printed()).isEqualTo("handled\n");
        assertThat(run("Ends", "steady", "stuck").outcome()).containsExactly("deadlock");
    }

    /** A thread waits for input that never comes: the watchdog takes its token, and the run says so. */
    @Test
    void whoWaitsForTheWorldLosesTheToken() throws Exception {
        ControlledRun run = run("Ends", "steady", "world");
        assertThat(run.outcome()).containsExactly("exit", "0");
        assertThat(run.lines("approximate")).singleElement().asString().contains("went on outside control");
    }

    /** The thread that waits is asked for by the script, though nobody has notified it; and chance does the same. */
    @Test
    void waitsMayEndForNoReason() throws Exception {
        List<long[]> parked = List.of(new long[] {0, 2}, new long[] {1, 1}, new long[] {1, 1});
        ControlledRun run = run("Wakes", parked, List.of("mode story", "schedule script"), "park");
        assertThat(run.outcome()).containsExactly("exception", "1");
        assertThat(run.lines("step")).anyMatch(line -> line.contains("wake"));
        ControlledRun chance = run("Wakes", List.of(), List.of("mode story", "schedule seeded 1 1"), "loop");
        assertThat(chance.outcome()).containsExactly("exit", "0");
        assertThat(chance.lines("step")).anyMatch(line -> line.contains("wake"));
        List<long[]> waiting = List.of(new long[] {0, 87}, new long[] {1, 0});
        ControlledRun stuck = run("Wakes", waiting, List.of("mode control", "schedule script"), "wait");
        assertThat(stuck.outcome()).as("nobody counts on it").containsExactly("deadlock");
    }

    @Test
    void aSelectorWithoutChannelsWaitsForOtherThreadsOnly() throws Exception {
        ControlledRun run = run("Wakes", "steady", "select");
        assertThat(run.printed()).contains("selected 0", "interrupted true");
        assertThat(run.outcome()).containsExactly("deadlock");
    }

    @Test
    void whoYieldsAfterTheScriptLetsOthersIn() throws Exception {
        List<long[]> script = List.of(new long[] {0, 3});
        ControlledRun run = run("Wakes", script, List.of("mode control", "schedule script"), "spin");
        assertThat(run.outcome()).containsExactly("exit", "0");
        long steps = Long.parseLong(run.lines("count").getFirst().get(2));
        assertThat(steps).isLessThan(50);
    }
}
