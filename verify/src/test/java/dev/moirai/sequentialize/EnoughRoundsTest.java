package dev.moirai.sequentialize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.generate.SynchronisingIr;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.ir.Program;
import dev.moirai.property.Property;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The number of rounds that {@link EnoughRounds} says is enough is enough: more rounds show no other violations. */
class EnoughRoundsTest {
    private static final int SEEDS = Integer.getInteger("moirai.lazy.seeds", 60);
    /** The most rounds that the search used for comparison can enumerate. */
    private static final int MOST_ROUNDS = 9;

    private static final Set<Property> WATCHED = EnumSet.of(Property.ASSERTION, Property.DEADLOCK);

    @Test
    void moreRoundsShowNothingMore() {
        int compared = 0;
        int fewerWouldNotDo = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Program program = SynchronisingIr.of(seed);
            BoundedProgram bounded = Bounding.bound(program, BoundOptions.unwind(4));
            if (bounded.isCut()) continue;
            int enough =
                    EnoughRounds.of(Lazy.sequentialize(SyncLowering.lower(bounded, WATCHED), LazyOptions.rounds(1)));
            if (enough > MOST_ROUNDS) continue;
            var machine = new Machine(program, MachineOptions.DEFAULT.watching(WATCHED));
            Set<String> found = RoundRobinSearch.violations(machine, enough);
            assertThat(RoundRobinSearch.violations(machine, enough + 3))
                    .as("seed %d, %d rounds", seed, enough)
                    .isEqualTo(found);
            compared++;
            if (!RoundRobinSearch.violations(machine, 1).equals(found)) fewerWouldNotDo++;
        }
        assertThat(compared).isGreaterThan(SEEDS / 3);
        assertThat(fewerWouldNotDo).isPositive();
    }
}
