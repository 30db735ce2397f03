package dev.moirai.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.analysis.Preparation;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.fixture.CPrograms;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Outcome;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every violation of the verdict table happens on the real machine too, every time. */
class NativeExamplesTest {
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final int TIMES = 3;

    @BeforeAll
    static void needsGcc() {
        assumeTrue(NativeProgram.isPossible(), "gcc is not installed: nothing is run natively");
    }

    static List<String> violated() throws IOException {
        return Files.readAllLines(EXAMPLES.resolve("verdicts.csv")).stream()
                .skip(1)
                .filter(line -> !line.split(",", -1)[2].equals("holds"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("violated")
    void failsNatively(String row) {
        String[] cells = row.split(",", -1);
        Set<Property> watched = cells[1].equals("default")
                ? Property.defaults()
                : Arrays.stream(cells[1].split("\\+"))
                        .map(word -> Property.ofWord(word).orElseThrow())
                        .collect(Collectors.toSet());
        Program program = Preparation.prepare(CPrograms.of(EXAMPLES.resolve(cells[0])));
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(watched));
        Verdict verdict = Explorer.explore(machine, ExploreOptions.DEFAULT).verdict();
        assertThat(verdict).isInstanceOf(Verdict.Violated.class);
        var schedule = ((Verdict.Violated) verdict).schedule();
        try (var compiled = NativeProgram.build(program, watched)) {
            var written = ScriptWriter.write(machine, compiled.sites(), schedule);
            assertThat(written.obstacle()).isEmpty();
            var expected = ((Outcome.Violated) written.outcome()).violation();
            var stuck = compiled.sites().at(expected.span());
            for (int i = 0; i < TIMES; i++) {
                var outcome = compiled.run(NativeOrder.scripted(written.script(), stuck), Streams.NONE)
                        .outcome();
                assertThat(outcome.inWords())
                        .isEqualTo("violated " + expected.property().word() + " at " + expected.span());
            }
        }
    }
}
