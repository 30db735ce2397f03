package dev.moirai.interpret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.explore.ExploreOptions;
import dev.moirai.explore.ExploreOptions.Reduction;
import dev.moirai.explore.Explorer;
import dev.moirai.fixture.CPrograms;
import dev.moirai.generate.ConcurrentPrograms;
import dev.moirai.ir.Program;
import dev.moirai.ir.WellFormed;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated concurrent programs are as the generator promises, and the explicit search gives the same answer with all
 * its strategies.
 */
class ConcurrentProgramsTest {
    private static final long SEEDS = Long.getLong("moirai.seeds", 40);
    private static final long MOST_STATES = 60_000;

    @TempDir
    Path folder;

    @Test
    void oneSeedOneProgram() {
        assertThat(ConcurrentPrograms.of(17)).isEqualTo(ConcurrentPrograms.of(17));
        assertThat(ConcurrentPrograms.of(17)).isNotEqualTo(ConcurrentPrograms.of(18));
    }

    @Test
    void searchesWithAndWithoutReductionAgree() throws Exception {
        Map<Property, Integer> violations = new EnumMap<>(Property.class);
        int decided = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            String text = ConcurrentPrograms.of(seed);
            Path file = Files.writeString(folder.resolve("seed" + seed + ".c"), text);
            Program program = Preparation.prepare(CPrograms.of(file));
            assertThat(WellFormed.check(program)).as("seed " + seed).isEmpty();
            for (Property property : EnumSet.complementOf(EnumSet.of(Property.OVERFLOW))) {
                Verdict full = verdict(program, property, Reduction.NONE);
                if (full instanceof Verdict.Unknown) continue;
                decided++;
                if (full instanceof Verdict.Violated) violations.merge(property, 1, Integer::sum);
                assertThat(kind(verdict(program, property, Reduction.AMPLE)))
                        .as("seed " + seed + ", " + property.word() + "\n" + text)
                        .isEqualTo(kind(full));
            }
        }
        assertThat(decided).isGreaterThan((int) (SEEDS * 5 * 0.9));
        assertThat(violations.keySet()).containsAll(Set.of(Property.ASSERTION, Property.DEADLOCK, Property.DATA_RACE));
    }

    private static Verdict verdict(Program program, Property property, Reduction reduction) {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(property));
        return Explorer.explore(machine, ExploreOptions.DEFAULT.with(reduction).withStates(MOST_STATES))
                .verdict();
    }

    private static String kind(Verdict verdict) {
        return verdict instanceof Verdict.Violated ? "violated" : verdict.toString();
    }
}
