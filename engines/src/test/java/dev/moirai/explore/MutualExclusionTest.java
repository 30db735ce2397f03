package dev.moirai.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.explore.ExploreOptions.Reduction;
import dev.moirai.frontend.c.CFlags;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The classic algorithms for two threads that go in and out for ever: proved, not only within bounds. */
class MutualExclusionTest {
    @ParameterizedTest
    @ValueSource(strings = {"peterson.c", "dekker.c", "lamport.c", "szymanski.c"})
    void isProvedInSeconds(String file) throws Exception {
        Program program = program(file, 2);
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(EnumSet.allOf(Property.class)));
        var options = ExploreOptions.DEFAULT.withTime(Duration.ofSeconds(60));
        assertThat(Explorer.explore(machine, options).verdict()).isEqualTo(new Verdict.Holds());
        assertThat(Explorer.explore(machine, options.with(Reduction.NONE)).verdict())
                .isEqualTo(new Verdict.Holds());
    }

    static Program program(String file, int visitors) throws URISyntaxException {
        Path path = Path.of(MutualExclusionTest.class.getResource(file).toURI());
        COptions options = COptions.DEFAULT;
        var defined = new COptions(
                options.model(),
                CFlags.macros("-DVISITORS=" + visitors),
                options.assumePure(),
                options.library(),
                options.arguments());
        return Preparation.prepare(CFrontend.translate(path, defined));
    }
}
