package dev.moirai.sequentialize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.bound.ArithmeticChecks;
import dev.moirai.bound.BoundOptions;
import dev.moirai.bound.BoundedProgram;
import dev.moirai.bound.Bounding;
import dev.moirai.bound.SyncLowering;
import dev.moirai.generate.SynchronisingIr;
import dev.moirai.interpret.Choice;
import dev.moirai.interpret.Machine;
import dev.moirai.interpret.MachineOptions;
import dev.moirai.interpret.Observer;
import dev.moirai.interpret.Outcome;
import dev.moirai.interpret.State;
import dev.moirai.ir.Printer;
import dev.moirai.ir.Program;
import dev.moirai.ir.WellFormed;
import dev.moirai.property.Property;
import dev.moirai.property.Violation;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sequential program fails exactly where some execution of so many rounds fails, and every such failure replays. */
class LazyAgainstExplicitSearchTest {
    private static final int SEEDS = Integer.getInteger("moirai.lazy.seeds", 28);
    private static final int FIRST = Integer.getInteger("moirai.lazy.first", 1);
    private static final Set<Property> WATCHED =
            EnumSet.of(Property.ASSERTION, Property.DEADLOCK, Property.LOCK_MISUSE, Property.MEMORY);
    private static final int RUNS = 60_000;

    private static Unrolled unrolled(Program program, int rounds, Set<Property> watched) {
        BoundedProgram bounded = Bounding.bound(program, BoundOptions.unwind(2));
        BoundedProgram lowered = SyncLowering.lower(bounded, watched);
        BoundedProgram checked = ArithmeticChecks.add(lowered, watched);
        LazyOptions options = LazyOptions.rounds(rounds);
        return Lazy.sequentialize(checked, watched.contains(Property.DEADLOCK) ? options.withDeadlocks() : options)
                .unrolled();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void failsWhereRoundRobinExecutionsFail(int rounds) {
        compare(rounds, WATCHED);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void failsLikewiseWhenDeadlocksDoNotMatter(int rounds) {
        compare(rounds, EnumSet.of(Property.ASSERTION));
    }

    private static void compare(int rounds, Set<Property> watched) {
        int compared = 0;
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            Program program = SynchronisingIr.of(seed);
            assertThat(WellFormed.check(program)).as("seed %d", seed).isEmpty();
            Unrolled unrolled = unrolled(program, rounds, watched);
            assertThat(WellFormed.check(unrolled.program())).as("seed %d", seed).isEmpty();
            var machine = new Machine(program, MachineOptions.DEFAULT.watching(watched));
            Map<String, Violation> found = new HashMap<>();
            boolean all = search(unrolled, machine, found, seed);
            Set<String> expected = RoundRobinSearch.violations(machine, rounds);
            if (!all) {
                assertThat(expected).as("seed %d, %d rounds", seed, rounds).containsAll(found.keySet());
                continue;
            }
            compared++;
            assertThat(found.keySet())
                    .as("seed %d, %d rounds%n%s", seed, rounds, Printer.print(program))
                    .isEqualTo(expected);
        }
        assertThat(compared).isGreaterThan(SEEDS / 2);
    }

    /** Runs the unrolled program with all choices; false if there are too many. */
    private static boolean search(Unrolled unrolled, Machine original, Map<String, Violation> found, long seed) {
        var machine = new Machine(unrolled.program(), original.options());
        var choices = new RoundRobinSearch.Choices();
        Set<String> replayed = new HashSet<>();
        for (int run = 0; run < RUNS; run++) {
            State state = machine.start();
            var asked = new Asked(choices);
            Outcome outcome = Outcome.CONTINUED;
            while (outcome instanceof Outcome.Continued && !state.hasEnded(0)) {
                outcome = machine.step(state, 0, asked::choose, Observer.NONE);
            }
            if (outcome instanceof Outcome.Violated(var violation)) {
                String name = RoundRobinSearch.name(violation);
                found.put(name, violation);
                if (replayed.add(name)) replays(unrolled, original, asked.values, name, seed);
            }
            if (!choices.advance()) return true;
        }
        return false;
    }

    private static void replays(
            Unrolled unrolled, Machine original, Map<Integer, Long> values, String name, long seed) {
        int[] next = {0};
        // The replay asks for the same choices in the same order.
        Counterexample.Result result =
                Counterexample.follow(unrolled, _ -> values.getOrDefault(next[0]++, 0L), original);
        assertThat(result.outcome())
                .as("seed %d: %s", seed, name)
                .isInstanceOfSatisfying(
                        Outcome.Violated.class,
                        violated -> assertThat(RoundRobinSearch.name(violated.violation()))
                                // A state that only a spurious wake-up gets out of is a deadlock on the way.
                                .isIn(name, "DEADLOCK"));
        assertThat(result.schedule().steps()).hasSameSizeAs(result.moves());
    }

    private static final class Asked {
        private final RoundRobinSearch.Choices choices;
        private final Map<Integer, Long> values = new HashMap<>();

        Asked(RoundRobinSearch.Choices choices) {
            this.choices = choices;
        }

        long choose(Choice choice) {
            long value = choices.choose(choice);
            values.put(values.size(), value);
            return value;
        }
    }
}
