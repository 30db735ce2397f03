package dev.moirai.jvm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JDK's containers, looked into: threads are interrupted inside those that are not made for several, and only there. */
class ContainersTest {
    private static final int SEEDS = 4;

    @TempDir
    Path folder;

    private ControlledRun run(String name, int seed, String container, String... seen) throws Exception {
        var options = new ArrayList<>(List.of("mode control", "schedule seeded " + seed + " 2"));
        for (String each : seen) options.add("jdk " + each);
        return ControlledRun.of(folder.resolve(name), "Contained", options, List.of(), container);
    }

    private boolean fails(String container, String... seen) throws Exception {
        for (int seed = 1; seed <= SEEDS; seed++) {
            ControlledRun run = run("run" + seed, seed, container, seen);
            assertThat(run.lines("approximate")).isEmpty();
            if (!run.outcome().getFirst().equals("exception")) continue;
            ControlledRun again = run("again", seed, container, seen);
            assertThat(again.report()).isEqualTo(run.report());
            return true;
        }
        return false;
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "map", "tree"})
    void whatIsMadeForOneThreadBreaks(String container) throws Exception {
        assertThat(fails(container, "java.util")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"vector", "wrapped", "concurrent"})
    void whatIsMadeForSeveralDoesNot(String container) throws Exception {
        assertThat(fails(container, "java.util")).isFalse();
    }

    @Test
    void textsAreLookedIntoToo() throws Exception {
        assertThat(fails("texts", "java.lang.StringBuffer")).isTrue();
    }

    @Test
    void otherPartsOfTheJdkAreRefused() throws Exception {
        assertThat(run("refused", 1, "list", "java.io").outcome().getFirst()).isEqualTo("refused");
    }
}
