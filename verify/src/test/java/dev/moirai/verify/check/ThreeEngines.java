package dev.moirai.verify.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.Explorer;
import dev.moirai.fixture.CPrograms;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Bounds;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import dev.moirai.verify.bounded.SearchBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/** One program, one question, three engines that must say the same. */
record ThreeEngines(Program program, Set<Property> asked, Bounds bounds) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    static Program program(Path folder, String text) throws IOException {
        return Preparation.prepare(CPrograms.of(folder, text));
    }

    Verdict explicit() {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(asked));
        return Explorer.explore(machine, ExploreOptions.DEFAULT.withTime(PATIENCE))
                .verdict();
    }

    Verdict lazy() {
        return OneEngine.verdict(CheckEngine.LAZY, program, asked, SearchBounds.of(bounds), PATIENCE);
    }

    Verdict order() {
        return OneEngine.verdict(CheckEngine.ORDER, program, asked, SearchBounds.of(bounds), PATIENCE);
    }

    void allSay(String expected) {
        assertThat(word(explicit())).as("explicit").isEqualTo(expected);
        boundedSay(expected);
    }

    /** The two engines that go by bounds say so. */
    void boundedSay(String expected) {
        assertThat(word(lazy())).as("lazy").isEqualTo(expected);
        assertThat(word(order())).as("order").isEqualTo(expected);
    }

    /** {@code holds}, or what is violated and on which line. */
    static String word(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Holds() -> "holds";
            case Verdict.Violated(var violation, var _) ->
                violation.property().word() + " at line " + violation.span().line();
            case Verdict.HoldsWithin _, Verdict.Unsupported _, Verdict.Unknown _ ->
                verdict.toString().toLowerCase(Locale.ROOT);
        };
    }
}
