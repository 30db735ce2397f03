package dev.moirai.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.generate.ConcurrentPrograms;
import dev.moirai.property.Property;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated programs run natively by chance do, step by step, what the interpreter does under the recorded schedule, and
 * the other way round. {@code -Dmoirai.seeds=500} makes it a campaign.
 */
class NativeAgreesTest {
    private static final long SEEDS = Long.getLong("moirai.seeds", 12);
    private static final int RUNS = 4;

    @TempDir
    Path folder;

    @BeforeAll
    static void needsGcc() {
        assumeTrue(NativeProgram.isPossible(), "gcc is not installed: nothing is run natively");
    }

    @Test
    void onGeneratedPrograms() throws Exception {
        Map<String, Integer> endings = new HashMap<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            String text = ConcurrentPrograms.of(seed);
            Path file = Files.writeString(folder.resolve("seed" + seed + ".c"), text);
            var program = Preparation.prepare(CFrontend.translate(file, COptions.DEFAULT));
            Set<Property> watched = seed % 4 == 0
                    ? EnumSet.allOf(Property.class)
                    : EnumSet.complementOf(EnumSet.of(Property.DATA_RACE));
            try (var both = new BothWays(program, watched, folder)) {
                for (int run = 0; run < RUNS; run++) {
                    NativeOrder.Pace pace = switch (run) {
                        case 0 -> new NativeOrder.Pace.Free(seed);
                        case 1 -> new NativeOrder.Pace.Steady(seed);
                        default -> new NativeOrder.Pace.Shuffled(seed * RUNS + run);
                    };
                    note(endings, both.nativeThenInterpreted(pace));
                    note(endings, both.interpretedThenNative(seed * RUNS + run));
                }
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed + "\n" + text, e);
            }
        }
        assertThat(endings).containsKeys("Ended", "Violated");
    }

    private static void note(Map<String, Integer> endings, NativeOutcome outcome) {
        endings.merge(outcome.getClass().getSimpleName(), 1, Integer::sum);
    }
}
