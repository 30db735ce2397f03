package dev.moirai.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.analysis.Preparation;
import dev.moirai.explore.ExploreOptions.Reduction;
import dev.moirai.generate.SharedMemoryIr;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Printer;
import dev.moirai.ir.Program;
import dev.moirai.ir.WellFormed;
import dev.moirai.property.Property;
import dev.moirai.property.Verdict;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two searches must agree: with and without reduction, and with and without marking private accesses. */
class ReductionTest {
    private static final long SEEDS = Long.getLong("moirai.seeds", 240);
    private static final long MOST_STATES = 40_000;

    @Test
    void reductionAndMarkingChangeNoVerdict() {
        int violations = 0;
        int compared = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Program program = SharedMemoryIr.of(seed);
            assertThat(WellFormed.check(program)).isEmpty();
            for (Property property : EnumSet.complementOf(EnumSet.of(Property.OVERFLOW))) {
                Set<Property> watched = EnumSet.of(property);
                Verdict plain = verdict(program, watched, Reduction.NONE);
                if (plain instanceof Verdict.Unknown) continue;
                compared++;
                if (plain instanceof Verdict.Violated) violations++;
                Program prepared = Preparation.prepare(program);
                String about = "seed " + seed + " " + property + "\n" + Printer.print(prepared);
                assertThat(kind(verdict(prepared, watched, Reduction.NONE)))
                        .as(about)
                        .isEqualTo(kind(plain));
                assertThat(kind(verdict(prepared, watched, Reduction.AMPLE)))
                        .as(about)
                        .isEqualTo(kind(plain));
                assertThat(kind(verdict(program, watched, Reduction.AMPLE)))
                        .as(about)
                        .isEqualTo(kind(plain));
                if (property == Property.DATA_RACE) continue;
                if (seed % 4 > 1) continue;
                assertThat(kind(learned(seed % 2 == 0 ? prepared : program, watched)))
                        .as(about)
                        .isEqualTo(kind(plain));
            }
        }
        // The comparison means something only if both answers occur often.
        assertThat(compared).isGreaterThan((int) SEEDS);
        assertThat(violations).isGreaterThan((int) SEEDS / 4);
    }

    private static Verdict verdict(Program program, Set<Property> watched, Reduction reduction) {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(watched));
        return Explorer.explore(machine, ExploreOptions.DEFAULT.with(reduction).withStates(MOST_STATES))
                .verdict();
    }

    private static Verdict learned(Program program, Set<Property> watched) {
        var machine = new Machine(program, MachineOptions.DEFAULT.watching(watched));
        return Explorer.learn(machine, ExploreOptions.DEFAULT).verdict();
    }

    private static String kind(Verdict verdict) {
        return verdict instanceof Verdict.Violated(var violation, var _)
                ? violation.property().word()
                : verdict.toString();
    }
}
