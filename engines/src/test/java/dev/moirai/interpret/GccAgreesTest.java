package dev.moirai.interpret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.generate.Gcc;
import dev.moirai.generate.TrickyC;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * gcc, with and without optimisation, agrees with the expected outputs in the tables and of the generator: the programs
 * have no undefined behaviour.
 */
class GccAgreesTest {
    @TempDir
    Path folder;

    @BeforeEach
    void needsGcc() {
        assumeTrue(Gcc.isInstalled(), "gcc is not installed: C programs were not compared with it");
    }

    @Test
    void trickyCasesPrintWhatTheTableSays() throws IOException {
        List<TrickyC> cases = TrickyC.all();
        List<String> programs = cases.stream().map(TrickyC::program).toList();
        List<String> outputs = Gcc.outputs(folder, programs, "-O1");
        for (int i = 0; i < cases.size(); i++)
            assertThat(outputs.get(i))
                    .as(cases.get(i).name())
                    .isEqualTo(cases.get(i).output());
    }

    @Test
    void generatedProgramsDoNotDependOnOptimisation() throws IOException {
        assertThat(Gcc.outputs(folder, 1, 30, "-O2")).isEqualTo(Gcc.outputs(folder, 1, 30, "-O0"));
    }
}
